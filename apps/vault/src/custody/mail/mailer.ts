import { createTransport } from 'nodemailer'
import { type Brand, defaultColor, type Logo, toTextColor } from '../../projects/brand.js'

/** An email without its recipient. */
export type EmailContent = {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Shown by the HTML. */
  readonly logo?: Logo | undefined
}

/** The look of an email: the operator's. */
export type EmailBrand = Brand & {
  /** The app's name. */
  readonly name: string
}

type EmailParts = {
  readonly subject: string
  /** BCP 47. Default: English. */
  readonly language?: string | undefined
  readonly direction?: 'ltr' | 'rtl' | undefined
  /** Default: the vault's own look, without a name. */
  readonly brand?: EmailBrand | undefined
  readonly body: readonly EmailPart[]
}

/** A paragraph, a table of facts, a link as a button or in the text, or a code. `text`: the fact as one line. */
type EmailPart =
  | string
  | { readonly facts: readonly { readonly label: string; readonly value: string; readonly text: string }[] }
  | { readonly link: string; readonly label: string; readonly isButton?: boolean | undefined }
  | { readonly code: string }

/** Renders the same content as text and as HTML, which loads nothing: a logo comes with the email. */
export function toEmailContent({ subject, language = 'en', direction = 'ltr', brand, body }: EmailParts): EmailContent {
  const text = body.map((part) => {
    if (typeof part === 'string') return part
    if ('facts' in part) return part.facts.map((fact) => fact.text).join('\n')
    return 'code' in part ? part.code : `${part.label}:\n${part.link}`
  })
  const start = direction === 'rtl' ? 'right' : 'left'
  const html = body.map((part) => toHtmlPart(part, { color: brand?.color ?? defaultColor, start }))
  const name = brand ? `<p class="name">${toLogo(brand.logo)}<bdi>${toMarkup(brand.name)}</bdi></p>\n` : ''
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html:
      `<!doctype html>\n<html lang="${toMarkup(language)}" dir="${direction}">\n<head>\n<meta charset="utf-8">\n` +
      '<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="color-scheme" content="light dark">\n' +
      `<meta name="supported-color-schemes" content="light dark">\n<title>${toMarkup(subject)}</title>\n<style>${style}</style>\n</head>\n` +
      `<body dir="${direction}" style="margin:0;padding:0">\n<div class="page"><div class="card" style="text-align:${start}">\n` +
      `${name}${html.join('\n')}\n</div></div>\n</body>\n</html>\n`,
    ...(brand?.logo && { logo: brand.logo }),
  }
}

function toHtmlPart(part: EmailPart, { color, start }: { readonly color: string; readonly start: string }): string {
  if (typeof part === 'string') return `<p>${toMarkup(part)}</p>`
  if ('facts' in part) {
    const rows = part.facts.map(
      ({ label, value }) =>
        `<tr><th scope="row" style="text-align:${start}">${toMarkup(label)}</th><td style="text-align:${start}"><bdi>${toMarkup(value)}</bdi></td></tr>`,
    )
    return `<table class="facts" cellspacing="0" cellpadding="0">${rows.join('')}</table>`
  }
  // left to right in any language, and selected by one click
  if ('code' in part) return `<p class="code" dir="ltr">${toMarkup(part.code)}</p>`
  const link = `href="${toMarkup(part.link)}"`
  if (!part.isButton) return `<p><a class="link" ${link}>${toMarkup(part.label)}</a></p>`
  const colors = `background-color:${color};color:${toTextColor(color)}`
  return `<p><a class="button" style="${colors}" ${link}><span style="color:${toTextColor(color)}">${toMarkup(part.label)}</span></a></p>`
}

/** The content id of the logo's part. */
const logoId = 'logo@latchkey'

function toLogo(logo: Logo | undefined): string {
  return logo ? `<img src="cid:${logoId}" alt="" width="32" height="32"> ` : ''
}

/** Email programs that drop it still show plain black text on white, in the same order. */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{background:#f3f4f7}
.page{padding:24px 12px;background:#f3f4f7;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;color:#171a26}
.card{max-width:480px;margin:0 auto;padding:24px;border-radius:20px;background:#fff;overflow-wrap:anywhere;word-break:break-word}
.card p{margin:0 0 16px}
.card>:last-child{margin-bottom:0}
.name{font-weight:600}
.name img{display:inline-block;width:32px;height:32px;border-radius:8px;vertical-align:middle}
.code{padding:16px 8px;border-radius:14px;background:#f3f4f7;font-size:32px;font-weight:700;line-height:1.25;letter-spacing:.2em;text-align:center;text-indent:.2em;user-select:all}
.button{display:block;padding:14px 16px;border-radius:14px;font-weight:600;text-align:center;text-decoration:none}
.link{color:#171a26;text-decoration:underline}
.facts{width:100%;margin:0 0 16px;border-radius:14px;background:#f3f4f7;border-collapse:separate;font-size:14px}
.facts th{width:34%;padding:6px 12px;font-weight:400;color:#585d6e;vertical-align:top}
.facts td{padding:6px 12px;vertical-align:top}
@media (prefers-color-scheme:dark){
body,.page{background:#0d0f15;color:#f3f4f7}
.card{background:#181b24}
.code,.facts{background:#242836}
.link{color:#f3f4f7}
.facts th{color:#a9aec0}
}
`

function toMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function toAttachment({ type, base64 }: Logo): object {
  const filename = `logo.${type.slice('image/'.length)}`
  return { filename, cid: logoId, content: base64, encoding: 'base64', contentType: type, contentDisposition: 'inline' }
}

type MailerOptions = { readonly smtpUrl: string; readonly mailFrom: string }

type SendOptions = {
  /** Message id of an email that may be sent twice: mail programs show it once. */
  readonly id?: string | undefined
}

export type Mailer = {
  /** Resolves once the mail server accepted it; rejects after eight seconds at the latest. */
  readonly send: (to: string, content: EmailContent, options?: SendOptions) => Promise<void>
}

/** Milliseconds. Below the ten seconds after which the page reports an error. [F14] */
const timeouts = { connection: 3_000, silence: 5_000, whole: 8_000 } as const

/** Sends emails, one connection each. */
export function createMailer({ smtpUrl, mailFrom }: MailerOptions): Mailer {
  const domain = /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost'
  return {
    async send(to, { subject, text, html, logo }, { id } = {}) {
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: timeouts.connection,
        greetingTimeout: timeouts.connection,
        socketTimeout: timeouts.silence,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The mail server took too long.')), timeouts.whole)
      })
      try {
        const sent = transport.sendMail({
          from: mailFrom,
          // as an object, so that the address is never parsed as a list
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(logo && { attachments: [toAttachment(logo)] }),
          ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
          headers: { 'auto-submitted': 'auto-generated' },
        })
        sent.catch(() => undefined) // if it fails after the timeout
        await Promise.race([sent, late])
      } catch (cause) {
        // a mail server's reply may quote the address, so none of it is passed on
        const { code, responseCode } = cause as { code?: unknown; responseCode?: unknown }
        // biome-ignore lint/style/useErrorCause: the cause quotes the address
        throw new Error(`The mail was not sent: ${String(code ?? 'timeout')} ${String(responseCode ?? '')}`.trim())
      } finally {
        clearTimeout(timer)
        transport.close()
      }
    },
  }
}
