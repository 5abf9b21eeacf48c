import { createTransport } from 'nodemailer'

/** An email without its recipient. */
export type EmailContent = { readonly subject: string; readonly text: string; readonly html: string }

type EmailParts = {
  readonly subject: string
  /** BCP 47. Default: English. */
  readonly language?: string | undefined
  readonly direction?: 'ltr' | 'rtl' | undefined
  /** Paragraphs; `lines` is one paragraph of several lines. */
  readonly body: readonly (
    | string
    | { readonly lines: readonly string[] }
    | { readonly link: string; readonly label: string }
    | { readonly code: string }
  )[]
}

/** Renders the same content as text and as HTML without external resources. */
export function toEmailContent({ subject, language = 'en', direction = 'ltr', body }: EmailParts): EmailContent {
  const text = body.map((part) => {
    if (typeof part === 'string') return part
    if ('lines' in part) return part.lines.join('\n')
    return 'code' in part ? part.code : `${part.label}:\n${part.link}`
  })
  const html = body.map((part) => {
    if (typeof part === 'string') return `<p>${toMarkup(part)}</p>`
    if ('lines' in part) return `<p>${part.lines.map((line) => `<bdi>${toMarkup(line)}</bdi>`).join('<br>')}</p>`
    if ('code' in part) return `<p><strong><big><big>${toMarkup(part.code)}</big></big></strong></p>`
    return `<p><a href="${toMarkup(part.link)}">${toMarkup(part.label)}</a></p>`
  })
  const root = `<html lang="${toMarkup(language)}" dir="${direction}">`
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n${root}\n<meta charset="utf-8">\n${html.join('\n')}\n</html>\n`,
  }
}

function toMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
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
    async send(to, { subject, text, html }, { id } = {}) {
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
