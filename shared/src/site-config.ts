// Site configuration: what the operator sets once for all bundles. A federation singleton: the shell provides it.

/** Everything about the company that more than one bundle shows. */
export interface SiteConfig {
  /** The public address of the site, without a slash at its end. From SITE_URL, not from site.json. */
  url: string
  /** Brand name, as in 'Fairlead'. */
  brand: string
  /** A short claim; the footer ends the sentence. */
  tagline: string
  /** Where visitors write to, also about their data. */
  email: string
  /** As people read it, '020 7946 0321'. */
  phone: string
  /** The same number in the international form of a tel: link. */
  phoneHref: string
  city: string
  /** The external scheduling page, opened in a new tab by every consultation link. */
  bookingUrl: string
  social: { x: string; linkedin: string; instagram: string }
  copyrightYear: number
  /** Origin of the API, as in 'https://api.example.com', when it is not the site's own: pages of a static export. */
  api?: string
  /** How the demo reaches the voice provider, from the server's environment. None: the demo is away. */
  voice?: VoiceConfig
}

/** Addresses are absolute, or seen from the site ('/voice-stand-in'). */
export interface VoiceConfig {
  /** POST <apiUrl>/call/web makes a call. */
  apiUrl: string
  /** May be read by everybody: it can start calls, nothing else. */
  publicKey: string
  assistantId: string
  /** Fetches Daily's call machine through <callMachineProxy>/c.daily.co/… instead of from its own host. */
  callMachineProxy?: string
  /** A stand-in for the provider, for development and tests: the card says so. */
  isStandIn?: boolean
}

let provided: SiteConfig | undefined

/** Called once by whoever composes the page (shell, prerender, harness) before anything renders. */
export function provideSiteConfig(config: SiteConfig): void {
  provided = config
}

/**
 * The site configuration.
 * @throws Error when nobody has provided it yet.
 */
export function siteConfig(): SiteConfig {
  if (!provided) throw new Error('siteConfig() was called before provideSiteConfig(): the shell provides it at start.')
  return provided
}
