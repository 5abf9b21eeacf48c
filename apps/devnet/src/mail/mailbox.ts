import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { allowEveryOrigin, isPortFree, listen, readBody } from '../http/server.js'
import { type Mail, mailStyles, toMail, toMailPage, toSmsMail } from './mail.js'

export type StartMailboxOptions = {
  /** Preferred SMTP port. Default, or if it is busy: a free one. */
  readonly smtpPort?: number | undefined
  /** Preferred port of the page, likewise. */
  readonly port?: number | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
}

export type RunningMailbox = {
  /** `smtp://127.0.0.1:…`: accepts any recipient, without a password. */
  readonly smtpUrl: string
  /** Receives text messages: the vault's `SMS_WEBHOOK_URL`, and the secret that it has to sign with. */
  readonly sms: { readonly url: string; readonly secret: string }
  /** URL of the page; `messages` below it is JSON. */
  readonly url: string
  readonly port: number
  /** Oldest first. */
  readonly getMails: (to?: string) => readonly Mail[]
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Greets at once. The library waits 100 ms for clients that talk too soon, which adds up over the emails of all tests. */
class PromptServer extends SMTPServer {
  override connect(...args: Parameters<SMTPServer['connect']>): void {
    super.connect(...args)
    const connection = [...this.connections].at(-1)
    if (connection === undefined) return
    const greet = connection.connectionReady.bind(connection)
    // the library's timer
    connection.connectionReady = () => undefined
    greet()
  }
}

const smtpLimits = { mails: 500, size: 1_000_000 } as const

/**
 * Starts a mail server, and a receiver of text messages, that deliver nothing: they are shown on a page and as JSON. `GET /messages?to=…` lists them, oldest
 * first; `DELETE /messages` deletes them. It keeps the last 500, each up to 1 MB.
 */
export async function startMailbox(options: StartMailboxOptions = {}): Promise<RunningMailbox> {
  const { smtpPort = 0, port = 0, now = Date.now } = options
  const mails: Mail[] = []
  let count = 0
  const smsSecret = randomBytes(32)
  const add = (mail: Mail): void => {
    mails.push(mail)
    mails.splice(0, mails.length - smtpLimits.mails)
  }
  const getMails = (to?: string): readonly Mail[] =>
    to === undefined ? [...mails] : mails.filter((mail) => mail.to.includes(to))

  const smtp = new PromptServer({
    authOptional: true,
    // a lookup asks the machine's name server, which may take seconds
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: smtpLimits.size,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      const to = session.envelope.rcptTo.map(({ address }) => address)
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk)
      })
      stream.once('error', done)
      stream.once('end', () => {
        if (stream.sizeExceeded) {
          done(new Error('The message is larger than 1 MB.'))
          return
        }
        toMail(Buffer.concat(chunks), { id: ++count, to, receivedAt: now() }).then((mail) => {
          add(mail)
          done()
        }, done)
      })
    },
  })
  smtp.on('error', () => undefined) // errors of a single client, which is notified itself
  const listener = smtp.listen(smtpPort !== 0 && (await isPortFree(smtpPort)) ? smtpPort : 0, '127.0.0.1')
  await once(listener, 'listening')

  async function receiveSms(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await readBody(request)
      if (!isSigned(request, { body, secret: smsSecret })) return void response.writeHead(401).end()
      add(toSmsMail(body, { id: ++count, receivedAt: now() }))
      response.writeHead(204).end()
    } catch {
      response.writeHead(400).end()
    }
  }

  const page = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mailbox')
    if (pathname === '/sms' && request.method === 'POST') {
      void receiveSms(request, response)
      return
    }
    if (pathname !== '/messages') {
      servePage(response, pathname, mails)
      return
    }
    if (allowEveryOrigin(request, response)) return
    if (request.method === 'DELETE') mails.length = 0
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(getMails(searchParams.get('to') ?? undefined)))
  })
  const listening = await listen(page, port)
  let stopping: Promise<void> | undefined
  const end = async (): Promise<void> => {
    await Promise.all([listening.close(), new Promise<void>((resolve) => smtp.close(() => resolve()))])
  }
  return {
    smtpUrl: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    sms: { url: `${listening.url}/sms`, secret: `whsec_${smsSecret.toString('base64')}` },
    url: `${listening.url}/`,
    port: listening.port,
    getMails,
    stop: () => (stopping ??= end()),
  }
}

/** Whether a webhook's body was signed with the secret. Its time isn't checked, as tests move the vault's clock. [Standard Webhooks] */
function isSigned(
  { headers }: IncomingMessage,
  { body, secret }: { readonly body: string; readonly secret: Uint8Array },
): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = Buffer.from(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
  const given = Buffer.from(String(headers['webhook-signature']))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Emails are untrusted: the page allows no scripts and no external content. */
function servePage(response: ServerResponse, path: string, mails: readonly Mail[]): void {
  const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  response.setHeader('content-security-policy', policy)
  response.setHeader('x-content-type-options', 'nosniff')
  if (path === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(toMailPage(mails))
  else if (path === '/styles.css') response.writeHead(200, { 'content-type': 'text/css' }).end(mailStyles)
  else response.writeHead(404).end()
}
