// The form comes as HTML and works as such. What makes it live, 20 kB with react-hook-form and the data cache, is only for visitors who
// touch it. Until that is here, React leaves the HTML of the Suspense boundary as it is; then it takes it over in
// place, with the text typed so far.
import { Suspense, use, useEffect, useState } from 'react'
import { forgetDraft, keepField, meetForm } from './draft.ts'
import { EnquiryMarkup } from './enquiry-markup.tsx'

type Code = typeof import('./enquiry-form.tsx')

const load = () => import('./enquiry-form.tsx')

let takeOver: (code: Code) => void = () => {}
const code = new Promise<Code>((resolve) => {
  takeOver = resolve
})

const form = 'form[action$="/api/contact"]'
const isPrerender = typeof document === 'undefined'
if (!isPrerender) {
  for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, ({ target }) => loadIfInForm(target), true)
  loadIfInForm(document.activeElement)
  // In the capture phase, because React stops what happens in a boundary that it has not taken over yet.
  document.addEventListener('input', ({ target }) => isField(target) && target.form?.matches(form) && keepField(target), true)
  document.addEventListener('submit', forgetIfSentByBrowser, true)
  meetFormInDocument()
  // After navigation inside the site there is no HTML to keep: the sooner the code is here, the better.
  if (!document.querySelector(form)) load().then(takeOver, () => {})
}

function isField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Without our script. Should the server refuse it, its answer has what was typed. */
function forgetIfSentByBrowser(event: SubmitEvent) {
  if (!(event.target instanceof Element && event.target.matches(form))) return
  // Later, when it is clear whether the script has kept the browser from it.
  setTimeout(() => {
    if (!event.defaultPrevented) forgetDraft()
  })
}

function meetFormInDocument() {
  const found = document.querySelector<HTMLFormElement>(form)
  if (found) meetForm(found)
}

function loadIfInForm(touched: EventTarget | null) {
  if (!(touched instanceof Element && touched.closest(form))) return
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

/** After navigation inside the site the form is seen at once, live when its code is here, plain HTML if it never comes. */
function WithoutHtml() {
  const [isPlain, setPlain] = useState(false)
  useEffect(() => {
    meetFormInDocument()
    load().then(takeOver, () => setPlain(true))
  }, [])
  return (
    <div inert={!isPlain}>
      <EnquiryMarkup />
    </div>
  )
}
