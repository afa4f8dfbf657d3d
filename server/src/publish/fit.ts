// Whether releases that were built apart work together: kinds, addresses, shared packages, runtime.
import type { Release } from '@site/shared/release'
import { version as prerenderReact } from 'react'
import semver from 'semver'

/**
 * @param releases one of each bundle.
 * @returns one sentence for each reason why they make no site.
 */
export function fitFaults(releases: Release[]): string[] {
  const shell = releases.find(({ bundle }) => bundle === 'shell')
  if (!shell) return ['There is no shell. Deploy it first, or together with the remotes.']
  const remotes = releases.filter(({ bundle }) => bundle !== 'shell')
  return [
    ...remotes.filter(({ mode }) => mode !== shell.mode).map((remote) => modeFault(remote, shell)),
    ...claimFaults(releases),
    ...rendererFaults(shell),
    ...remotes.flatMap((remote) => sharedFaults(remote, shell)),
  ]
}

function modeFault({ bundle, mode }: Release, shell: Release): string {
  return `${bundle} is a ${mode} build, the shell a ${shell.mode} build: React takes only one kind.`
}

function claimFaults(releases: Release[]): string[] {
  const owners = new Map<string, string>()
  return releases.flatMap(({ bundle, pages }) =>
    pages.flatMap(({ path }) => {
      const owner = owners.get(path)
      if (owner) return [`${bundle} claims ${path}, which belongs to ${owner}.`]
      owners.set(path, bundle)
      return []
    }),
  )
}

/** The HTML is made by this server's React, and taken over in the browser by the shell's. */
function rendererFaults({ shared }: Release): string[] {
  const react = shared.react
  if (!react || semver.major(react) === semver.major(prerenderReact)) return []
  return [`The shell brings react ${react}; this server prerenders with ${prerenderReact}. Update the server first.`]
}

/** Singletons, and the federation core that a remote does not bring itself: whatever its manifest says that it uses. */
function sharedFaults({ bundle, shared }: Release, shell: Release): string[] {
  return Object.entries(shared).flatMap(([name, range]) => {
    const provided = shell.shared[name]
    if (provided && semver.satisfies(provided, range)) return []
    return [`${bundle} needs ${name} ${range}; the shell provides ${provided ?? 'none'}.`]
  })
}
