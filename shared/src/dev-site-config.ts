import type { SiteConfig } from '@site/shared/site-config'

/**
 * Development: the configuration of the API that `npm run dev` started; the address is that of the dev server.
 * @throws Error when the API does not answer.
 */
export async function fetchSiteConfig(): Promise<SiteConfig> {
  const response = await fetch('/api/site-config')
  if (!response.ok)
    throw new Error(`/api/site-config answers ${response.status}. Start with 'npm run dev', which runs the API, too.`)
  return { ...(await response.json()), url: location.origin }
}
