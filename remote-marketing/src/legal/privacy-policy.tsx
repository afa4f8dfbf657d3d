import { siteConfig } from '@site/shared/site-config'
import { LegalPage } from './legal-page.tsx'

export default function PrivacyPolicyPage() {
  const { brand, city, email } = siteConfig()
  return (
    <LegalPage
      title="Privacy policy"
      sections={[
        {
          id: 'who',
          title: 'Who we are',
          prose: (
            <p>
              {/* One text, not four: Chromium counts a piece that changes its line when the fonts arrive as a layout shift. */}
              {`${brand} is based in ${city}. For anything about your data, write to `}
              <a href={`mailto:${email}`}>{email}</a>.
            </p>
          ),
        },
        {
          id: 'what',
          title: 'What we collect',
          prose: (
            <>
              <p>
                When you send an enquiry we collect your name, company and email address, and your phone number, hiring needs and
                message if you give them.
              </p>
              <p>
                When you try the live demo, your browser sends audio from your microphone to our voice provider so that the call
                can take place.
              </p>
            </>
          ),
        },
        {
          id: 'why',
          title: 'Why we use it',
          prose: <p>We use enquiry details for the purpose of responding to you, on the basis of your consent.</p>,
        },
        {
          id: 'rights',
          title: 'Your choices',
          prose: <p>You can withdraw consent at any time, and ask to see, correct or delete what we hold.</p>,
        },
      ]}
    />
  )
}
