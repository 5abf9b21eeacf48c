import { addressPattern } from './addressPattern.js'
import type { Mail } from './mail.js'

/** The mails as a page without script, newest first; it loads itself anew every two seconds. */
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
<p>Every mail that the vault sends on this machine ends here, to whomever it goes.</p>
${list || '<p class="empty">No mail yet.</p>'}
</body>
</html>
`
}

function toArticle({ id, to, subject, text, receivedAt }: Mail): string {
  const time = new Date(receivedAt).toISOString()
  return `<article id="mail-${id}">
<h2>${toHtml(subject)}</h2>
<p>to ${toHtml(to.join(', '))} · <time datetime="${time}">${time.slice(11, 19)}</time></p>
<pre>${toLinked(text)}</pre>
</article>`
}

/** Only what a mail's own text shows as an address is a link. */
function toLinked(text: string): string {
  return text
    .split(new RegExp(`(${addressPattern.source})`))
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${toHtml(part)}" target="_blank" rel="noreferrer">${toHtml(part)}</a>` : toHtml(part),
    )
    .join('')
}

function toHtml(text: string): string {
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
