import PostalMime from 'postal-mime'

/** A received email or SMS with its links and codes. */
export type Mail = {
  /** Consecutive, from 1. */
  readonly id: number
  readonly from: string
  /** The envelope recipients, whatever the headers say; of an SMS, the number in E.164. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
  readonly isSms?: true | undefined
  /** Files in the email, if any. */
  readonly attachments?: readonly { readonly type: string; readonly contentId: string | undefined }[] | undefined
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  /** All `http:` and `https:` URLs in the text. */
  readonly links: readonly string[]
  /** All six-digit codes in the text. */
  readonly codes: readonly string[]
}

type ToMailOptions = { readonly id: number; readonly to: readonly string[]; readonly receivedAt: number }

/** Parses an email received over SMTP. */
export async function toMail(bytes: Uint8Array, { id, to, receivedAt }: ToMailOptions): Promise<Mail> {
  const { from, subject = '', text = '', html, attachments } = await PostalMime.parse(bytes)
  return {
    id,
    from: from?.address ?? '',
    to,
    subject,
    text,
    ...(html !== undefined && { html }),
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ mimeType, contentId }) => ({ type: mimeType, contentId })),
    }),
    receivedAt,
    ...findSecrets(text),
  }
}

/** Converts the request that the vault sends for an SMS. Throws if it is malformed. */
export function toSmsMail(body: string, { id, receivedAt }: Omit<ToMailOptions, 'to'>): Mail {
  const { to, text } = JSON.parse(body) as { readonly to?: unknown; readonly text?: unknown }
  if (typeof to !== 'string' || typeof text !== 'string') throw new TypeError('Not an SMS.')
  return { id, from: '', to: [to], subject: 'SMS', text, isSms: true, receivedAt, ...findSecrets(text) }
}

function findSecrets(text: string): Pick<Mail, 'links' | 'codes'> {
  const codes = text.match(/(?<!\d)\d{6}(?!\d)/g) ?? []
  return { links: text.match(addressPattern) ?? [], codes: [...new Set(codes)] }
}

/** A URL in a text, without trailing punctuation. */
const addressPattern: RegExp = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g

/** Renders the emails as a page without script, newest first. It reloads every two seconds. */
export function toMailPage(mails: readonly Mail[]): string {
  const list = mails.toReversed().map(toArticle).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<title>Mailbox (${mails.length})</title>
<link rel="stylesheet" href="/styles.css">
</head>
<body>
<h1>Mailbox</h1>
<p>Every mail and SMS that the vault sends on this machine ends here, to whomever it goes.</p>
${list || '<p class="empty">No mail yet.</p>'}
</body>
</html>
`
}

function toArticle({ id, to, subject, text, receivedAt }: Mail): string {
  const time = new Date(receivedAt).toISOString()
  return `<article id="mail-${id}">
<h2>${escapeHtml(subject)}</h2>
<p>to ${escapeHtml(to.join(', '))} · <time datetime="${time}">${time.slice(11, 19)}</time></p>
<pre>${toLinked(text)}</pre>
</article>`
}

/** Links only the URLs that the text shows. */
function toLinked(text: string): string {
  return text
    .split(new RegExp(`(${addressPattern.source})`))
    .map((part, index) =>
      index % 2 === 1
        ? `<a href="${escapeHtml(part)}" target="_blank" rel="noreferrer">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('')
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

export const mailStyles = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 12px; padding: 0 1.25rem; margin-block: 1rem }
h2 { font-size: 1.05rem; margin-block-end: 0 }
h2 + p { margin-block-start: 0; opacity: .7; font-size: .875rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
`
