import { createTransport } from 'nodemailer'
import type { Letter } from './letter.js'

export type MailerOptions = { readonly smtpUrl: string; readonly mailFrom: string }

export type SendOptions = {
  /** Of an email that may be sent again: mail programs show it once. */
  readonly id?: string | undefined
}

export type Mailer = {
  /** Resolves once the mail server has taken it; rejects after eight seconds at the latest. */
  readonly send: (to: string, letter: Letter, options?: SendOptions) => Promise<void>
}

/** Milliseconds. Together they stay below the ten seconds after which the page is told. [F14] */
const patience = { connection: 3_000, silence: 5_000, whole: 8_000 } as const

/** Sends mail, one connection for each. */
export function createMailer({ smtpUrl, mailFrom }: MailerOptions): Mailer {
  const domain = /@([\w.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost'
  return {
    async send(to, { subject, text, html }, { id } = {}) {
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: patience.connection,
        greetingTimeout: patience.connection,
        socketTimeout: patience.silence,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('The mail server took too long.')), patience.whole)
      })
      try {
        const sent = transport.sendMail({
          from: mailFrom,
          // as an object: the address is never read as a list
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
          headers: { 'auto-submitted': 'auto-generated' },
        })
        sent.catch(() => undefined) // where it fails after it was given up
        await Promise.race([sent, late])
      } catch (cause) {
        // what a mail server says may quote the address: none of it goes on
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
