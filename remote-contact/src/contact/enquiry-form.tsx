import { type Enquiry, honeypot } from '@site/shared/enquiry'
import { siteConfig } from '@site/shared/site-config'
import { useToasts } from '@site/shared/toasts'
import { useMutation } from '@tanstack/react-query'
import { type BaseSyntheticEvent, type SyntheticEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Confirmation } from './confirmation.tsx'
import { failedToast, sentToast } from './contact.copy.ts'
import { readDraft } from './draft.ts'
import { sending } from './enquiry.ts'
import { EnquiryMarkup } from './enquiry-markup.tsx'
import { queryClient } from './query-client.ts'

/** Editing, submitting, sent or failed. The fields are uncontrolled, so text typed before this code came is kept. */
export function EnquiryForm() {
  const { register, handleSubmit, setError, formState } = useForm<Enquiry>({ defaultValues: readDraft() })
  const { mutateAsync } = useMutation(sending, queryClient)
  const isUnderway = useRef(false)
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  if (isSubmitSuccessful) return <Confirmation />

  async function send(enquiry: Enquiry, event?: BaseSyntheticEvent) {
    const { show, dismiss } = useToasts.getState()
    dismiss()
    try {
      if (!isFromProgram(event?.target)) await mutateAsync(enquiry)
      show(sentToast)
    } catch (error) {
      setError('root', { message: (error as Error).message })
      show({ kind: 'destructive', ...failedToast(siteConfig().email) })
    }
  }

  /** The second click may come before the button is drawn as disabled; handled, it would count as a success. */
  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isUnderway.current) return
    isUnderway.current = true
    await handleSubmit(send)(event)
    isUnderway.current = false
  }

  return <EnquiryMarkup live={{ register, onSubmit: submit, isSubmitting }} failure={errors.root?.message} />
}

/** A program that fills in what nobody sees is told what it wants to hear. */
function isFromProgram(form: unknown): boolean {
  return form instanceof HTMLFormElement && Boolean(new FormData(form).get(honeypot))
}
