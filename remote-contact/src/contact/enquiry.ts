import type { Enquiry } from '@site/shared/enquiry'
import { forgetAttempt, nameAttempt } from './attempt.ts'
import { forgetDraft } from './draft.ts'
import { queryClient } from './query-client.ts'
import { request } from './request.ts'

/** For useMutation: sends an enquiry, and forgets what was typed once it has arrived. */
export const sending = { mutationFn: sendEnquiry, onSuccess: afterSending }

/**
 * Sends the enquiry without the optional fields that are empty.
 * @throws Error with a message for the visitor, see `request`.
 */
export async function sendEnquiry(enquiry: Enquiry): Promise<void> {
  const filledIn = Object.fromEntries(
    Object.entries(enquiry)
      .filter(([, value]) => value !== '')
      .sort(), // the same content in the same words: after a reload the fields come in another order
  )
  const key = nameAttempt(JSON.stringify(filledIn))
  await request('POST', '/api/contact', filledIn, { 'Idempotency-Key': key })
}

function afterSending(): Promise<void> {
  forgetAttempt()
  forgetDraft()
  return queryClient.invalidateQueries({ queryKey: ['/api/contact'] })
}
