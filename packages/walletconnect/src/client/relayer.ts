import { type Env, isLatchkeyError, type LatchkeyError } from '@latchkey/core'
import { RelayUnreachableError, SessionExpiredError } from '@latchkey/core/plugin'
import type { UniversalProvider } from '@walletconnect/universal-provider'

type Provider = InstanceType<typeof UniversalProvider>

/** The protocol's client (Sign API 2): proposals, sessions and requests over the relay. */
export type Client = Provider['client']

/** A session as the protocol keeps it. What the wallet said in it is a claim. */
export type SessionRecord = NonNullable<Provider['session']>

/** Parts of the client that its types keep to themselves. */
type Inner = {
  readonly connected: boolean
  connect(relayUrl?: string): Promise<void>
  readonly subscriber: { start(): Promise<void> }
  readonly publisher: Publisher
}

type Publisher = {
  initialPublishTimeout: number
  readonly queue: ReadonlyMap<string, { readonly request: object; readonly opts?: object | undefined }>
  rpcPublish(request: object, opts?: object): Promise<unknown>
  checkQueue(): void
}

/** Milliseconds that the relay has to say that it took a message, before it is given it again. The client's own: 15 s. */
const publishTimeout = 3_000

/**
 * Mends what client 2.21.8 makes of a bad network. A relay that cannot be reached is called ever more often: it subscribes
 * over a socket that did not open, which makes it open another one within the first, and so on; and each request that finds
 * no socket opens one of its own. What was under way when a socket fell waits for 15 s and more before it goes over the
 * next, and a second failure of it is told to nobody but the page, as an unhandled rejection. Returns its end, after which
 * what still waits for a socket fails.
 */
export function calmRelayer(relayer: Client['core']['relayer']): () => void {
  const inner = relayer as unknown as Inner
  const { subscriber, publisher } = inner
  const connect = inner.connect.bind(inner)
  const start = subscriber.start.bind(subscriber)
  const rpcPublish = publisher.rpcPublish.bind(publisher)
  let connecting: Promise<void> | undefined
  let isEnded = false

  /** An answer that the fallen socket would have brought comes no more: the message goes to those that wait for a new one. */
  const whileConnected = async (sent: Promise<unknown>): Promise<unknown> => {
    let onFall: (() => void) | undefined
    const fallen = new Promise<never>((_, reject) => {
      onFall = () => reject(new Error('The socket fell.'))
      relayer.on('relayer_disconnect', onFall)
    })
    try {
      return await Promise.race([sent, fallen])
    } finally {
      if (onFall) relayer.off('relayer_disconnect', onFall)
    }
  }
  inner.connect = (relayUrl) => {
    if (isEnded) return Promise.reject(new Error('The client was closed.'))
    connecting ??= connect(relayUrl).finally(() => {
      connecting = undefined
    })
    return connecting
  }
  subscriber.start = async () => {
    if (inner.connected) await start()
  }
  publisher.initialPublishTimeout = publishTimeout
  publisher.rpcPublish = (request, opts) => whileConnected(rpcPublish(request, opts))
  publisher.checkQueue = () => {
    if (!inner.connected) return
    for (const { request, opts } of publisher.queue.values()) publisher.rpcPublish(request, opts).catch(() => undefined) // it stays in the queue
  }
  relayer.on('relayer_connect', () => publisher.checkQueue())
  return () => {
    isEnded = true
  }
}

/** What the relay or the socket to it said last. */
export type RelayMessages = {
  /** The relay ended the socket of its own will (close code 3000), with its reason. */
  readonly refusal?: string | undefined
  /** Why the socket did not open, as far as that is told. */
  readonly failure?: string | undefined
}

/**
 * Why the relay is not to be had, told apart as far as a page can see: no network at all, a relay that refuses this page or
 * its clock, or one that does not answer, as where something between blocks it. A browser hides the status of a socket that
 * was refused; the words of the relay are then all that there is.
 */
export function toRelayError(env: Env, { refusal, failure }: RelayMessages, cause?: unknown): LatchkeyError {
  if (isLatchkeyError(cause) && ['RELAY_UNREACHABLE', 'SESSION_EXPIRED'].includes(cause.code)) return cause
  if (env.window()?.navigator?.onLine === false)
    return new RelayUnreachableError({ cause, details: 'Offline: this device has no network.' })
  const words = refusal ?? failure ?? ''
  // the token of this page is made anew for each socket: it has expired only where the clock is wrong
  if (/response: 401\b|jwt|token/i.test(words))
    return new SessionExpiredError({ cause, details: `The relay does not take the token of this page: ${words}` })
  if (refusal !== undefined || isRefusal(words))
    return new RelayUnreachableError({ cause, details: `Refused: the relay does not serve this page. ${words}` })
  return new RelayUnreachableError({ cause, details: `No answer: the relay is down, or blocked. ${words}`.trim() })
}

/** Whether the words of a socket that did not open are an HTTP status by which a server refuses for good. */
export function isRefusal(words: string): boolean {
  return /response: 4\d\d\b/i.test(words)
}
