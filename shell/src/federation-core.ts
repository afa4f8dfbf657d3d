// Remotes are built without federation's core (externalRuntime: 7 kB instead of 16 each); the shell lends them its own.
// Named one by one: handing over the whole namespace would keep 3 kB of it that nobody calls.
import {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  loadScriptNode,
  Module,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core'

const core = {
  assert,
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  loadScriptNode,
  Module,
  ModuleFederation,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
}

export function lendFederationCore(): void {
  ;(globalThis as { _FEDERATION_RUNTIME_CORE?: typeof core })._FEDERATION_RUNTIME_CORE ??= core
}
