// The mail that the team gets for an enquiry.
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { EnquiryRow } from '../database/tables.ts'
import { escapeHtml } from '../publish/escape.ts'
import type { MailSettings } from '../settings/enquiry-settings.ts'

/** Sends enquiries over a few kept connections. */
export function mailSender(mail: MailSettings, brand: string, patience: number) {
  const transport = nodemailer.createTransport({
    url: mail.smtpUrl,
    pool: true,
    maxConnections: 5,
    connectionTimeout: Math.min(patience, 10_000),
    greetingTimeout: Math.min(patience, 10_000),
    socketTimeout: patience,
  } as Parameters<typeof nodemailer.createTransport>[0])
  return {
    /** @throws Error when the mail server did not accept it. */
    send: async (enquiry: EnquiryRow): Promise<void> => {
      await transport.sendMail(composeMail(enquiry, mail, brand))
    },
    close: () => transport.close(),
  }
}

/** The mail of one enquiry. A repetition has the same Message-ID. */
export function composeMail(enquiry: EnquiryRow, { from, to }: MailSettings, brand: string): SendMailOptions {
  const name = oneLine(enquiry.name)
  const rows: [label: string, value: string | null][] = [
    ['Name', name],
    ['Company', oneLine(enquiry.company)],
    ['E-mail', enquiry.email],
    ['Phone', enquiry.phone && oneLine(enquiry.phone)],
    ['Hiring needs', enquiry.hiring_needs],
  ]
  const given = rows.filter((row): row is [string, string] => Boolean(row[1]))
  const received = `${enquiry.received_at.slice(0, 16).replace('T', ' at ')} UTC`
  const foot = `Received ${received}. The visitor agreed to the processing of this data. Enquiry ${enquiry.id}`
  return {
    from: { name: `${brand} website`, address: from },
    to,
    ...(isPlainAddress(enquiry.email) && { replyTo: { name, address: enquiry.email } }),
    subject: `Enquiry from ${name}, ${oneLine(enquiry.company)}`.slice(0, 200),
    messageId: `<${enquiry.id}@${from.split('@')[1]}>`,
    date: new Date(enquiry.received_at),
    // Out-of-office answers to the site's own address help nobody.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
    text: [
      ...given.map(([label, value]) => `${`${label}:`.padEnd(14)}${value}`),
      ...(enquiry.message ? ['', enquiry.message.replaceAll('\r\n', '\n')] : []),
      '',
      '-- ',
      foot,
      '',
    ].join('\n'),
    html: toHtml(given, enquiry.message, foot),
  }
}

function toHtml(rows: [string, string][], message: string | null, foot: string): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding:2px 16px 2px 0">${label}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  const paragraph = message ? `<p style="white-space:pre-wrap">${escapeHtml(message)}</p>` : ''
  return `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5"><table>${cells.join('')}</table>${paragraph}<hr><p><small>${escapeHtml(foot)}</small></p></body></html>`
}

/** Nothing that was typed starts a header of its own. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .toWellFormed()
    .trim()
}

/** An address that can't be read as two, or as a name and another address. What is not stands in the text alone. */
function isPlainAddress(email: string): boolean {
  return /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}.-]+$/u.test(email)
}
