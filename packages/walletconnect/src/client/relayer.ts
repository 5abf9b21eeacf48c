import { type Env, isLatchkeyError, isRecord, type LatchkeyError } from '@latchkey/core'
import { RelayUnreachableError, SessionExpiredError } from '@latchkey/core/plugin'
import type { UniversalProvider } from '@walletconnect/universal-provider'

type Provider = InstanceType<typeof UniversalProvider>

/** WalletConnect's client (Sign API 2): proposals, sessions and requests over the relay. */
export type Client = Provider['client']

/** A session as the client stores it. The wallet's data in it are unverified. */
export type SessionRecord = NonNullable<Provider['session']>

/** Members of the client's relayer that its types don't include. */
type Inner = {
  readonly connected: boolean
  connect(relayUrl?: string): Promise<void>
  toEstablishConnection(): Promise<void>
  readonly subscriber: { start(): Promise<void> }
  readonly publisher: Publisher
}

type Publisher = {
  initialPublishTimeout: number
  readonly queue: ReadonlyMap<string, { readonly request: object; readonly opts?: PublishOptions | undefined }>
  publish(topic: string, message: string, opts?: PublishOptions): Promise<void>
  rpcPublish(request: object, opts?: PublishOptions): Promise<unknown>
  removeRequestFromQueue(id: string): void
  checkQueue(): void
}

type PublishOptions = {
  readonly internal?: { readonly throwOnFailedPublish?: boolean | undefined } | undefined
  /** Has the id of the request that the message contains. */
  readonly tvf?: { readonly correlationId?: number | undefined } | undefined
}

export type RelayerPatches = {
  /** Keeps the request with this id, which the client is about to publish, from being sent once the signal aborts. */
  setSignal(id: number, signal: AbortSignal): void
  /** Ends the patches: whatever waits for a socket then fails. */
  end(): void
}

/** Milliseconds for the relay to acknowledge a message before it is resent. The client's default is 15 s. */
const publishTimeout = 3_000

/**
 * Patches how client 2.21.8 handles a bad network. Unpatched, an unreachable relay is called ever more often, as each
 * subscription and each request without a socket opens another one. Messages in flight when a socket closes wait for 15 s or
 * more, and a second failure loses the message, or becomes an unhandled rejection. A message that the relay refuses for good
 * waits for a minute. A request is sent although its caller has left.
 */
export function patchRelayer(relayer: Client['core']['relayer']): RelayerPatches {
  const inner = relayer as unknown as Inner
  const { subscriber, publisher } = inner
  const connect = inner.connect.bind(inner)
  const start = subscriber.start.bind(subscriber)
  const publish = publisher.publish.bind(publisher)
  const rpcPublish = publisher.rpcPublish.bind(publisher)
  /** Ends the publishing of each message with an error. */
  const failures = new Map<unknown, (cause: unknown) => void>()
  /** Of requests that are being published, by id. */
  const signals = new Map<number | undefined, AbortSignal>()
  let connecting: Promise<void> | undefined
  let isEnded = false

  /**
   * Rejects when the socket closes, since the acknowledgment can't arrive: the message stays in the queue for the next
   * socket.
   */
  const whileConnected = async (sent: Promise<unknown>): Promise<unknown> => {
    let onClose: (() => void) | undefined
    const closed = new Promise<never>((_, reject) => {
      onClose = () => reject(new Error('The socket was closed.'))
      relayer.on('relayer_disconnect', onClose)
    })
    try {
      return await Promise.race([sent, closed])
    } finally {
      if (onClose) relayer.off('relayer_disconnect', onClose)
    }
  }
  /** Sends a message once the socket is open, unless it belongs to a request whose caller has left by then. */
  const send = async (request: object, opts?: PublishOptions): Promise<unknown> => {
    await inner.toEstablishConnection()
    if (!inner.connected) throw new Error('The socket did not open.')
    signals.get(opts?.tvf?.correlationId)?.throwIfAborted()
    return rpcPublish(request, opts)
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
  publisher.publish = async (topic, message, opts) => {
    // the client ignores failures of others, such as its replies
    if (!opts?.internal?.throwOnFailedPublish) return publish(topic, message, opts)
    const failed = new Promise<never>((_, reject) => failures.set(message, reject))
    try {
      await Promise.race([publish(topic, message, opts), failed])
    } finally {
      failures.delete(message)
      signals.delete(opts.tvf?.correlationId)
    }
  }
  publisher.rpcPublish = async (request, opts) => {
    try {
      return await whileConnected(send(request, opts))
    } catch (cause) {
      const fail = isInvalid(cause) ? failures.get(readMessage(request)) : undefined
      if (!fail) throw cause
      fail(cause)
      return undefined // otherwise, the client would send it again
    }
  }
  publisher.checkQueue = () => {
    if (!inner.connected) return
    for (const { request, opts } of publisher.queue.values()) publisher.rpcPublish(request, opts).catch(() => undefined) // it stays in the queue
  }
  // called with each reply: a message that the relay could not store would be lost. Publishing removes it when it ends
  publisher.removeRequestFromQueue = () => undefined
  relayer.on('relayer_connect', () => publisher.checkQueue())
  return {
    setSignal: (id, signal) => void signals.set(id, signal),
    end() {
      isEnded = true
    },
  }
}

/** Whether the relay will never store a message, e.g. because it is too long. [JSON-RPC 2.0] */
function isInvalid(cause: unknown): boolean {
  return isRecord(cause) && cause['code'] === -32_602
}

function readMessage(request: object): unknown {
  const params = isRecord(request) ? request['params'] : undefined
  return isRecord(params) ? params['message'] : undefined
}

/** The last messages of the relay, or of the socket to it. */
export type RelayMessages = {
  /** The relay's reason for closing the socket (close code 3000). */
  readonly refusal?: string | undefined
  /** Why the socket did not open, as far as that is reported. */
  readonly failure?: string | undefined
}

const offline = 'Offline: this device has no network.'

function isOffline(env: Env): boolean {
  return env.window()?.navigator?.onLine === false
}

/** Throws `RELAY_UNREACHABLE` without a network, before anything is sent. */
export function assertOnline(env: Env): void {
  if (isOffline(env)) throw new RelayUnreachableError({ details: offline, isUnsent: true })
}

/**
 * The error for an unreachable relay: no network, a relay that refuses this page or its clock, or no reply, e.g. because it is
 * blocked. Browsers hide the status of a refused socket, so only the messages can tell these cases apart.
 */
export function toRelayError(env: Env, { refusal, failure }: RelayMessages, cause?: unknown): LatchkeyError {
  if (isLatchkeyError(cause) && ['RELAY_UNREACHABLE', 'SESSION_EXPIRED'].includes(cause.code)) return cause
  if (isOffline(env)) return new RelayUnreachableError({ cause, details: offline })
  const message = refusal ?? failure ?? ''
  // each socket gets a new token, which can have expired only if the clock is wrong
  if (/response: 401\b|jwt|token/i.test(message))
    return new SessionExpiredError({ cause, details: `The relay does not accept the token of this page: ${message}` })
  if (refusal !== undefined || isRefusal(message))
    return new RelayUnreachableError({ cause, details: `Refused: the relay does not serve this page. ${message}` })
  return new RelayUnreachableError({ cause, details: `No answer: the relay is down, or blocked. ${message}`.trim() })
}

/** Whether the message of a socket that did not open includes an HTTP status of a permanent refusal (4xx). */
export function isRefusal(message: string): boolean {
  return /response: 4\d\d\b/i.test(message)
}
