import { withDeadline } from '@latchkey/server-kit/deadline'
import { lookupAll, requestUntrusted } from '@latchkey/server-kit/hosts'
import { isSafeUrl } from '../../http/safeUrl.js'
import type { Language } from '../../protocol/notice.js'
import { fill, getWords } from '../../words/words.js'
import { parseWebhookSecret, signWebhook } from '../crypto/signWebhook.js'

/** A text message for the operator's provider to send, as the webhook gets it. */
export type Sms = {
  /** Also the `webhook-id`: a receiver that gets it twice sends it once. */
  readonly id: string
  readonly project: string
  /** E.164. */
  readonly to: string
  /** Of the number, ISO 3166-1. */
  readonly country: string
  readonly purpose: 'login'
  readonly language: Language
  readonly text: string
  /** The code in the text, for providers with templates of their own. */
  readonly code: string
}

/** The text of a login code. Its last line lets browsers fill the code in on this site only. [WICG origin-bound one-time codes] */
export function writeLoginSms({
  origin,
  code,
  language = 'en',
}: {
  readonly origin: string
  readonly code: string
  readonly language?: Language | undefined
}): Pick<Sms, 'text' | 'code' | 'language'> {
  const { host, hostname } = new URL(origin)
  const lead = fill(getWords(language).sms.login, { code, site: host })
  return { text: `${lead}\n\n@${hostname} #${code}`, code, language }
}

export type SmsOptions = {
  /** The operator's receiver: `https:`, or `http:` on this machine. */
  readonly url: string
  /** The secret that signs requests to it. */
  readonly secret: Buffer
}

export type SmsSender = {
  /**
   * Resolves once the receiver has accepted it; rejects after eight seconds at the latest, with an {@link UncertainSmsError} if it may have
   * been sent all the same.
   */
  readonly send: (sms: Sms) => Promise<void>
}

/** No response came: the text message may have been sent, and paid for. */
export class UncertainSmsError extends Error {
  override readonly name = 'UncertainSmsError'
}

/** Milliseconds. Below the ten seconds after which the page reports an error. [F14] */
const timeout = 8_000

/** Nothing has reached the receiver. */
const unconnected: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Sends text messages through the operator's receiver, one signed POST each. It counts nothing but the status of the response. */
export function createSmsSender({ url, secret }: SmsOptions, { now }: { readonly now: () => number }): SmsSender {
  return {
    async send(sms) {
      const body = JSON.stringify(sms)
      const headers = signWebhook({ id: sms.id, body, secrets: [secret], now: now() })
      const deadline = {
        // the request continues if the caller disconnects
        signal: new AbortController().signal,
        milliseconds: timeout,
        toReason: () => new UncertainSmsError('The receiver of text messages took too long.'),
      }
      // the operator has chosen this host; redirects are not followed
      const { statusCode = 0 } = await withDeadline(deadline, async (signal) => {
        const response = await requestUntrusted(new URL(url), {
          lookup: lookupAll,
          isTrusted: () => true,
          signal,
          headers,
          body,
        })
        response.destroy()
        return response
      }).catch((cause: unknown) => {
        if (cause instanceof UncertainSmsError) throw cause
        const { code } = cause as { readonly code?: unknown }
        const isCertain = unconnected.includes(code) || String(code).startsWith('ERR_TLS')
        throw new (isCertain ? Error : UncertainSmsError)(
          `The receiver of text messages was not reached: ${String(code ?? 'connection failed')}`,
          { cause },
        )
      })
      if (statusCode < 200 || statusCode > 299)
        throw new Error(`The receiver of text messages refused one with status ${statusCode}.`)
    },
  }
}

/** Throws unless both are set and valid, or none is. */
export function readSms({
  SMS_WEBHOOK_URL: url,
  SMS_WEBHOOK_SECRET: text,
}: {
  readonly SMS_WEBHOOK_URL?: string | undefined
  readonly SMS_WEBHOOK_SECRET?: string | undefined
}): SmsOptions | undefined {
  if (url === undefined && text === undefined) return undefined
  if (url === undefined || text === undefined)
    throw new Error('SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET must be set together: each request is signed.')
  const isAllowed = isSafeUrl(url) && new URL(url).username === '' && new URL(url).password === ''
  if (!isAllowed) throw new Error('SMS_WEBHOOK_URL must use https, or http on this machine, without a user.')
  const secret = parseWebhookSecret(text)
  if (!secret) throw new Error('SMS_WEBHOOK_SECRET must be whsec_ followed by 24 to 64 bytes in base64.')
  return { url, secret }
}
