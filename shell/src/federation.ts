// The shell as federation host. Only the runtime: the build plugin would add 6 kB to give the shell its own packages.
import { init } from '@module-federation/enhanced/runtime'
import type { Composition } from '@site/shared/composition'
import { containerName } from '@site/shared/contract'
import * as siteConfig from '@site/shared/site-config'
import * as toasts from '@site/shared/toasts'
import React from 'react'
import ReactDOM from 'react-dom'
import { lendFederationCore } from './federation-core.ts'

/** Package name to version, from rspack.base.js. */
declare const SINGLETONS: Record<string, string>

/** Milliseconds after which an entry that doesn't answer counts as failed. For chunks: chunkLoadTimeout in rspack.base.js. */
const entryTimeout = 8000

/** Says what the shell shares and where the remotes of this composition are. Nothing is fetched yet. */
export function startFederation({ bundles }: Composition): void {
  lendFederationCore()
  const remotes = Object.entries(bundles).filter(([name]) => name !== 'shell')
  init({
    name: 'shell',
    shareStrategy: 'loaded-first',
    remotes: remotes.map(([name, { base, entry }]) => ({ name, entryGlobalName: containerName(name), entry: base + entry })),
    shared: {
      react: singleton('react', React),
      'react-dom': singleton('react-dom', ReactDOM),
      '@site/shared/toasts': singleton('@site/shared/toasts', toasts),
      '@site/shared/site-config': singleton('@site/shared/site-config', siteConfig),
    },
    plugins: [
      {
        name: 'entry-script',
        createScript: ({ url, remoteInfo }) => ({
          script: scriptFor(url, bundles[remoteInfo?.name ?? '']?.integrity),
          timeout: entryTimeout,
        }),
      },
    ],
  })
}

function singleton(name: string, module: unknown) {
  const version = SINGLETONS[name] ?? '0.0.0'
  return { version, lib: () => module, shareConfig: { singleton: true, requiredVersion: `^${version}` } }
}

/** Like the document's preload link, or it is fetched twice. */
function scriptFor(src: string, integrity?: string): HTMLScriptElement {
  return Object.assign(document.createElement('script'), { src }, integrity && { integrity, crossOrigin: 'anonymous' })
}
