import { siteConfig } from '@site/shared/site-config'
import { LegalPage } from './legal-page.tsx'

export default function TermsConditionsPage() {
  const { brand, email } = siteConfig()
  return (
    <LegalPage
      title="Terms and conditions"
      sections={[
        {
          id: 'service',
          title: 'The service',
          prose: (
            <p>
              {brand} provides an AI Recruiter and related assistants to recruitment agencies, in-house hiring teams and RPO
              providers. We aim for 99.5% uptime.
            </p>
          ),
        },
        {
          id: 'fees',
          title: 'Fees and payment',
          prose: (
            <>
              <p>Fees are monthly and paid in advance. We may change our prices on 30 days’ notice.</p>
              <p>We do not refund prepaid time.</p>
            </>
          ),
        },
        {
          id: 'ending',
          title: 'Ending the agreement',
          prose: <p>Either of us may end the agreement on 30 days’ written notice.</p>,
        },
        {
          id: 'liability',
          title: 'Liability',
          prose: <p>Our total liability is capped at the fees you paid in the previous 12 months.</p>,
        },
        { id: 'law', title: 'Governing law', prose: <p>These terms are governed by English law.</p> },
        {
          id: 'contact',
          title: 'Contact',
          prose: (
            <p>
              Questions about these terms: <a href={`mailto:${email}`}>{email}</a>.
            </p>
          ),
        },
      ]}
    />
  )
}
