import { siteConfig } from '@site/shared/site-config'
import type { ReactNode } from 'react'
import * as styles from './button.module.css'
import { ExternalIcon, RightIcon } from './icons.tsx'

const looks = {
  primary: styles.primary,
  quiet: styles.quiet,
  inverse: styles.inverse,
  end: styles.end,
  small: styles.small,
  large: styles.large,
  wide: styles.wide,
}

export type ButtonLook = keyof typeof looks

/** The class of anything that looks like a button: one colour, and a size when it isn't the usual one. */
export function buttonClass(...chosen: ButtonLook[]): string {
  return [styles.button, ...chosen.map((look) => looks[look])].join(' ')
}

/** The main call to action: opens the configured scheduling page in a new tab. */
export function BookLink({ children = 'Book a Consultation', look = ['primary'] }: { children?: string; look?: ButtonLook[] }) {
  return (
    <a className={buttonClass(...look)} href={siteConfig().bookingUrl} target="_blank" rel="noopener">
      <span>{children}</span>
      <ExternalIcon />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  )
}

/** A link inside the site that looks like a button. */
export function ButtonLink({
  href,
  children,
  look = ['quiet'],
  icon = <RightIcon />,
}: {
  href: string
  children: string
  look?: ButtonLook[]
  icon?: ReactNode
}) {
  return (
    <a className={buttonClass(...look)} href={href}>
      <span>{children}</span>
      {icon}
    </a>
  )
}

export function ArrowLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={styles.arrowLink} href={href}>
      <span>{children}</span>
      <RightIcon />
    </a>
  )
}
