// The form comes as HTML and works as such. What makes it live, 12 kB with react-hook-form, is only for visitors who
// touch it. Until that is here, React leaves the HTML of the Suspense boundary as it is; then it takes it over in
// place, with the text typed so far.
import { Suspense, use, useEffect, useState } from 'react'
import { EnquiryMarkup } from './enquiry-markup.tsx'

type Code = typeof import('./enquiry-form.tsx')

const load = () => import('./enquiry-form.tsx')

let takeOver: (code: Code) => void
const code = new Promise<Code>((resolve) => {
  takeOver = resolve
})

const isPrerender = typeof document === 'undefined'
if (!isPrerender) {
  for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, ({ target }) => loadIfInForm(target), true)
  loadIfInForm(document.activeElement)
}

function loadIfInForm(touched: EventTarget | null) {
  if (!(touched instanceof Element && touched.closest('form[action="/api/contact"]'))) return
  // When the code can't be had, the HTML form goes on working, and the next touch tries again.
  load().then(takeOver, () => {})
}

/** One element for good: given a new one by a render of the page, React would discard the HTML and the text in it. */
export const enquiryOnIntent = (
  <Suspense fallback={<WithoutHtml />}>
    <Enquiry />
  </Suspense>
)

function Enquiry() {
  if (isPrerender) return <EnquiryMarkup />
  const { EnquiryForm } = use(code)
  return <EnquiryForm />
}

/** After navigation inside the site there is no HTML to keep: the form is seen, and live as soon as its code is here. */
function WithoutHtml() {
  const [failure, setFailure] = useState<Error>()
  useEffect(() => {
    load().then(takeOver, setFailure)
  }, [])
  if (failure) throw failure
  return (
    <div inert>
      <EnquiryMarkup />
    </div>
  )
}
