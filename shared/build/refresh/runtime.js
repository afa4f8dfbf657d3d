// Development only. One react-refresh runtime for the shell and all remotes: each bundle has a copy of its own, and
// only the first one sees React's renderer. Without this, an edit in a remote reloads the page.
import * as own from '../../../node_modules/react-refresh/runtime.js'

globalThis.__SITE_REFRESH__ ??= own
const runtime = globalThis.__SITE_REFRESH__
export const injectIntoGlobalHook = runtime.injectIntoGlobalHook
export const createSignatureFunctionForTransform = runtime.createSignatureFunctionForTransform
export const register = runtime.register
export const performReactRefresh = runtime.performReactRefresh
export const isLikelyComponentType = runtime.isLikelyComponentType
export const getFamilyByType = runtime.getFamilyByType
