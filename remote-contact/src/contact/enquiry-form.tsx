import { siteConfig } from '@site/shared/site-config'
import { useToasts } from '@site/shared/toasts'
import { useForm } from 'react-hook-form'
import { Confirmation } from './confirmation.tsx'
import { failedToast, sentToast } from './contact.copy.ts'
import { type Enquiry, sendEnquiry } from './enquiry.ts'
import { EnquiryMarkup } from './enquiry-markup.tsx'

/** Editing, submitting, sent or failed. The fields are uncontrolled, so text typed before this code came is kept. */
export function EnquiryForm() {
  const { register, handleSubmit, setError, formState } = useForm<Enquiry>()
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  if (isSubmitSuccessful) return <Confirmation />

  async function send(enquiry: Enquiry) {
    const { show, dismiss } = useToasts.getState()
    dismiss()
    try {
      await sendEnquiry(enquiry)
      show(sentToast)
    } catch (error) {
      setError('root', { message: (error as Error).message })
      show({ kind: 'destructive', ...failedToast(siteConfig().email) })
    }
  }

  return <EnquiryMarkup live={{ register, onSubmit: handleSubmit(send), isSubmitting, failure: errors.root?.message }} />
}
