// An enquiry as JSON to an address of the operator's.
import { createHmac } from 'node:crypto'
import type { EnquiryRow } from '../database/tables.ts'
import type { WebhookSettings } from '../settings/enquiry-settings.ts'

/**
 * Posts one enquiry; Idempotency-Key is its id, so that the receiver knows a repetition.
 * @throws Error when the answer is no 2xx or does not come in time.
 */
export async function postToWebhook({ url, secret }: WebhookSettings, enquiry: EnquiryRow, patience: number): Promise<void> {
  const { id, received_at, name, company, email, phone, hiring_needs, message } = enquiry
  const body = JSON.stringify({ id, receivedAt: received_at, name, company, email, phone, hiringNeeds: hiring_needs, message })
  const signature = secret && `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id, ...(signature && { 'X-Signature-256': signature }) },
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The webhook answered ${response.status}.`)
}
