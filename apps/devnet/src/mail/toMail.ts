import PostalMime from 'postal-mime'
import { addressPattern } from './addressPattern.js'
import type { Mail } from './mail.js'

export type ToMailOptions = { readonly id: number; readonly to: readonly string[]; readonly receivedAt: number }

/** Reads a mail from the bytes that came over SMTP. */
export async function toMail(bytes: Uint8Array, { id, to, receivedAt }: ToMailOptions): Promise<Mail> {
  const { from, subject = '', text = '', html } = await PostalMime.parse(bytes)
  return {
    id,
    from: from?.address ?? '',
    to,
    subject,
    text,
    ...(html !== undefined && { html }),
    receivedAt,
    links: text.match(addressPattern) ?? [],
    codes: text.match(/(?<!\d)\d{6}(?!\d)/g) ?? [],
  }
}
