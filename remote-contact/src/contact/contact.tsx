import { siteConfig } from '@site/shared/site-config'
import { MailIcon, PhoneIcon, PinIcon } from '@site/shared/ui/icons'
import type { ReactNode } from 'react'
import { Confirmation } from './confirmation.tsx'
import * as copy from './contact.copy.ts'
import * as styles from './contact.module.css'
import { EnquiryMarkup } from './enquiry-markup.tsx'
import { enquiryOnIntent } from './enquiry-on-intent.tsx'

export default function ContactPage() {
  return <Contact>{enquiryOnIntent}</Contact>
}

/** What a browser without scripts gets once the enquiry is stored. */
export function Sent() {
  return (
    <Contact>
      <Confirmation />
    </Contact>
  )
}

/** What it gets when it is not: the server puts in what was typed, and what is wrong. */
export function Refused() {
  return (
    <Contact>
      <EnquiryMarkup failure={copy.reasonToCome} />
    </Contact>
  )
}

function Contact({ children }: { children: ReactNode }) {
  return (
    <section className={styles.contact}>
      <div className={`${styles.inner} container`}>
        <div className={styles.copy}>
          <h1 className={styles.title}>{copy.title}</h1>
          <p className={styles.lead}>{copy.lead}</p>
          <ContactDetails />
        </div>
        <div className={styles.sheet}>{children}</div>
      </div>
    </section>
  )
}

function ContactDetails() {
  const { email, phone, phoneHref, city } = siteConfig()
  return (
    <ul className={styles.details}>
      <li>
        <MailIcon />
        <a href={`mailto:${email}`}>{email}</a>
      </li>
      <li>
        <PhoneIcon />
        <a className="tabular" href={`tel:${phoneHref}`}>
          {phone}
        </a>
      </li>
      <li>
        <PinIcon />
        <span>{city}</span>
      </li>
    </ul>
  )
}
