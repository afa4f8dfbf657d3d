// What search engines get to know of the site, beside what they read (schema.org, JSON-LD).
import type { Composition, CompositionPage } from '@site/shared/composition'
import type { BreadcrumbList, Graph, Organization, WebSite } from 'schema-dts'

/** @param logo address of a picture on the site. */
export function structuredData({ site, pages }: Composition, page: CompositionPage, logo: string): Graph {
  const organization: Organization = {
    '@type': 'Organization',
    '@id': `${site.url}/#organization`,
    name: site.brand,
    slogan: site.tagline,
    url: `${site.url}/`,
    logo: site.url + logo,
    email: site.email,
    telephone: site.phoneHref,
    address: site.city,
    sameAs: Object.values(site.social),
  }
  const website: WebSite = {
    '@type': 'WebSite',
    '@id': `${site.url}/#website`,
    name: site.brand,
    url: `${site.url}/`,
    inLanguage: 'en-GB',
    publisher: { '@id': `${site.url}/#organization` },
  }
  const home = pages.find(({ path }) => path === '/')
  const trail: BreadcrumbList = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${site.url}/` },
      { '@type': 'ListItem', position: 2, name: page.title, item: site.url + page.path },
    ],
  }
  return { '@context': 'https://schema.org', '@graph': [organization, website, ...(page === home ? [] : [trail])] }
}
