import { siteConfig } from '@site/shared/site-config'
import { BookLink } from '@site/shared/ui/button'
import { InstagramIcon, LinkedInIcon, MailIcon, XIcon } from '@site/shared/ui/icons'
import type { ReactNode } from 'react'
import { Wordmark } from '../wordmark/wordmark.tsx'
import { type FooterLink, legalLinks, quickLinks, resources, taglineEnd } from './footer.copy.ts'
import * as styles from './footer.module.css'

export function Footer() {
  const site = siteConfig()
  return (
    <footer className={styles.footer}>
      <div className={`${styles.inner} container`}>
        <div>
          <Wordmark id="footer-mark" inverse />
          <p className={styles.tagline}>
            {site.tagline}
            {taglineEnd}
          </p>
          <BookLink look={['inverse']} />
        </div>
        <div className={styles.cols}>
          <Column title="Quick Links">
            <Links links={quickLinks} />
          </Column>
          <Column title="Resources">
            <Links links={resources} />
          </Column>
          <Column title="Get in Touch">
            <li>
              <a className={styles.link} href={`mailto:${site.email}`}>
                {site.email}
              </a>
            </li>
            <li>
              <a className={`${styles.link} tabular`} href={`tel:${site.phoneHref}`}>
                {site.phone}
              </a>
            </li>
            <li>
              <span className={styles.link}>{site.city}</span>
            </li>
          </Column>
        </div>
      </div>
      <div className={`${styles.base} container`}>
        <p>
          © {site.copyrightYear} {site.brand}. All rights reserved.
        </p>
        <ul className={styles.legal}>
          <Links links={legalLinks} />
        </ul>
        <SocialLinks />
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className={styles.title}>{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}

function Links({ links }: { links: FooterLink[] }) {
  return links.map(({ name, href }) => (
    <li key={name}>
      {href ? (
        <a className={styles.link} href={href}>
          {name}
        </a>
      ) : (
        // biome-ignore lint/a11y/useValidAnchor: a placeholder for a page to come has no destination (HTML, 4.5.1).
        <a className={`${styles.link} ${styles.linkSoon}`} role="link" aria-disabled="true">
          {name}
        </a>
      )}
    </li>
  ))
}

function SocialLinks() {
  const { brand, email, social } = siteConfig()
  const profiles = [
    { name: 'X', href: social.x, icon: <XIcon /> },
    { name: 'LinkedIn', href: social.linkedin, icon: <LinkedInIcon /> },
    { name: 'Instagram', href: social.instagram, icon: <InstagramIcon /> },
  ]
  return (
    <ul className={styles.social}>
      {profiles.map(({ name, href, icon }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noopener"
            aria-label={`${brand} on ${name} (opens in a new tab)`}
            data-tooltip={name}
          >
            {icon}
          </a>
        </li>
      ))}
      <li>
        <a href={`mailto:${email}`} aria-label={`Email ${brand}`} data-tooltip="Email">
          <MailIcon />
        </a>
      </li>
    </ul>
  )
}
