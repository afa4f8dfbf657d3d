import { type Enquiry, hiringNeeds, honeypot, requiredFields } from '@site/shared/enquiry'
import { siteConfig } from '@site/shared/site-config'
import { buttonClass } from '@site/shared/ui/button'
import { AlertIcon, DownIcon, RightIcon } from '@site/shared/ui/icons'
import type { FormEventHandler, ReactNode } from 'react'
import type { UseFormRegister } from 'react-hook-form'
import * as copy from './contact.copy.ts'
import * as styles from './enquiry-markup.module.css'
import { takeFocus } from './take-focus.ts'

interface Live {
  register: UseFormRegister<Enquiry>
  onSubmit: FormEventHandler
  isSubmitting: boolean
}

/** The form as HTML. What makes it live comes later, see enquiry-on-intent.tsx; until then the browser checks and sends. */
export function EnquiryMarkup({ live, failure }: { live?: Live; failure?: string }) {
  const field = (name: keyof Enquiry) => {
    const required = requiredFields.includes(name)
    return { id: name, name, required, ...live?.register(name, { required }) }
  }
  return (
    <form method="post" action={`${siteConfig().api ?? ''}/api/contact`} aria-labelledby="form-title" onSubmit={live?.onSubmit}>
      <h2 className="visually-hidden" id="form-title">
        {copy.form.title}
      </h2>
      <div className={styles.grid}>
        <Field name="name">
          <input className={styles.input} type="text" autoComplete="name" {...field('name')} />
        </Field>
        <Field name="company">
          <input className={styles.input} type="text" autoComplete="organization" {...field('company')} />
        </Field>
        <Field name="email">
          <input className={styles.input} type="email" autoComplete="email" {...field('email')} />
        </Field>
        <Field name="phone" optional>
          <input className={styles.input} type="tel" autoComplete="tel" {...field('phone')} />
        </Field>
        <Field name="hiringNeeds" optional wide>
          <span className={styles.select}>
            <select className={styles.input} {...field('hiringNeeds')}>
              <option value="">{copy.hiringNeedsHint}</option>
              {hiringNeeds.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <DownIcon />
          </span>
        </Field>
        <Field name="message" optional wide>
          <textarea className={`${styles.input} ${styles.message}`} rows={4} {...field('message')} />
        </Field>
      </div>
      <p className={styles.consent}>
        <input className={styles.box} type="checkbox" {...field('consent')} />
        <ConsentLabel />
      </p>
      <Honeypot />
      {failure && <Failure>{failure}</Failure>}
      <SubmitButton isSubmitting={live?.isSubmitting ?? false} />
    </form>
  )
}

interface FieldProps {
  name: keyof typeof copy.labels
  optional?: boolean
  wide?: boolean
  children: ReactNode
}

function Field({ name, optional, wide, children }: FieldProps) {
  return (
    <p className={wide ? `${styles.field} ${styles.wide}` : styles.field}>
      <label className={styles.label} htmlFor={name}>
        {copy.labels[name]}
        {optional && <span className={styles.optional}>{` ${copy.form.optional}`}</span>}
      </label>
      {children}
    </p>
  )
}

/** Not shown, so out of reach for eyes, readers, keys and autofill alike. */
function Honeypot() {
  return (
    <p className={styles.trap}>
      <label htmlFor={honeypot}>{copy.leaveEmpty}</label>
      <input id={honeypot} name={honeypot} type="text" tabIndex={-1} autoComplete="off" />
    </p>
  )
}

function ConsentLabel() {
  const { brand, email } = siteConfig()
  return (
    <label className={styles.agreement} htmlFor="consent">
      {copy.consent(brand)}
      <a href={`mailto:${email}`}>{email}</a>.
    </label>
  )
}

/** Takes the focus because the button, disabled while it sent, has lost it. */
function Failure({ children }: { children: string }) {
  return (
    <div className={styles.failure} role="alert" tabIndex={-1} ref={takeFocus}>
      <AlertIcon />
      <p>{children}</p>
    </div>
  )
}

function SubmitButton({ isSubmitting }: { isSubmitting: boolean }) {
  return (
    <button className={`${buttonClass('primary', 'large')} ${styles.submit}`} type="submit" disabled={isSubmitting}>
      {isSubmitting && <span className={styles.spinner} aria-hidden="true" />}
      <span>{isSubmitting ? copy.form.sending : copy.form.send}</span>
      {!isSubmitting && <RightIcon />}
    </button>
  )
}
