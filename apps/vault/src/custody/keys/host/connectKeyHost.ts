import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { withDeadline } from '@latchkey/server-kit/deadline'
import { type InvalidRequestCode, InvalidRequestError } from '../../../signing/InvalidRequestError.js'
import { toSpki } from '../../crypto/sealTo.js'
import { CallError } from '../../errors/callError.js'
import { verifyAttestation } from './attestation/attestation.js'
import { type AttestationPolicy, readAttestationPolicy } from './attestation/policy.js'
import type { OpenKeyHost } from './keyHost.js'
import {
  type Channel,
  createRemoteHost,
  type HostCall,
  helloSchema,
  messageSchema,
  openChannel,
  openMessage,
  replySchema,
  sealMessage,
  toWire,
  welcomeSchema,
} from './wire.js'

export type ConnectKeyHostOptions = {
  /** The path of its Unix socket. */
  readonly socket: string
  /**
   * The policy that its attestation must satisfy at each connection. Without one, only the socket's permissions
   * identify the host.
   */
  readonly policy?: AttestationPolicy | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly warn: (cause: unknown) => void
}

/**
 * Milliseconds for a call, also where it connects first, and for a connection with its attestation. A wallet's call holds the lock that
 * stopping and freezing wait for, so its deadline is below that of a statement.
 */
const deadlines = { call: 6_000, hello: 15_000 } as const

/** Seconds after which a caller may try again while the host is away. */
const retryAfter = 5

/** The host has no such session, as it was restarted: it did nothing. */
class SessionError extends Error {}

type Connection = Channel & { next: number }

/**
 * Uses a key host in another process. Connects at the first call and again once the host was restarted, and accepts it only if its
 * attestation fulfills the policy. Calls throw `UNAVAILABLE` if it can't be reached, takes too long or isn't accepted; none is repeated that
 * may have begun. After one that took too long, only one at a time waits for the host, because a waiting call holds a connection to the
 * database.
 */
export function connectKeyHost({ socket, policy, now, warn }: ConnectKeyHostOptions): OpenKeyHost {
  return ({ instance }) => {
    let connecting: Promise<Connection> | undefined
    /** The last call took too long. */
    let isStuck = false
    let waiting = 0

    async function connect(): Promise<Connection> {
      const { privateKey: own } = generateKeyPairSync('x25519')
      const nonce = randomBytes(32)
      const publicKey = toSpki(own)
      const body = toWire(helloSchema, { v: 1, instance, nonce, publicKey })
      const reply = await withDeadline(
        { signal: new AbortController().signal, milliseconds: deadlines.hello },
        (signal) => post(socket, { path: '/hello', body, signal }),
      )
      const { session, publicKey: other, document } = welcomeSchema.parse(reply)
      if (policy) {
        if (!document) throw new Error('The key host has no attestation document.')
        verifyAttestation(document, { nonce, publicKey: other, now: now() }, policy)
      }
      return { ...openChannel({ session, nonce, own, other, publicKeys: [publicKey, other] }), next: 0 }
    }

    function getConnection(): Promise<Connection> {
      connecting ??= connect().catch((cause: unknown) => {
        connecting = undefined
        throw cause
      })
      return connecting
    }

    async function send(call: HostCall, signal: AbortSignal): Promise<unknown> {
      const opened = getConnection()
      const connection = await Promise.race([opened, rejectOnAbort(signal)])
      const number = connection.next++
      const body = sealMessage(connection, { direction: 'requests', number, value: call })
      try {
        const reply = messageSchema.parse(await post(socket, { path: '/call', body, signal }))
        return openMessage(connection, { direction: 'replies', number, sealed: reply.sealed })
      } catch (cause) {
        if (connecting === opened) connecting = undefined
        throw cause
      }
    }

    async function sendInTime(call: HostCall): Promise<unknown> {
      if (isStuck && waiting > 0) throw new Error('The key host still does not answer an earlier call.')
      waiting += 1
      try {
        const milliseconds = deadlines.call
        const sent = await withDeadline({ signal: new AbortController().signal, milliseconds }, (signal) =>
          send(call, signal).catch((cause: unknown) => {
            if (!(cause instanceof SessionError)) throw cause
            return send(call, signal)
          }),
        )
        isStuck = false
        return sent
      } catch (cause) {
        isStuck = cause instanceof DOMException && cause.name === 'TimeoutError'
        throw cause
      } finally {
        waiting -= 1
      }
    }

    async function ask(call: HostCall): Promise<unknown> {
      const sent = await sendInTime(call).catch((cause: unknown) => {
        warn(new Error('The key host can’t be used.', { cause }))
        throw new CallError('Your wallet can’t be opened right now. Try again in a moment.', {
          code: 'UNAVAILABLE',
          retryAfter,
          cause,
        })
      })
      const reply = replySchema.parse(sent)
      if ('invalid' in reply)
        throw new InvalidRequestError(reply.invalid.message, { code: reply.invalid.code as InvalidRequestCode })
      if ('limitedFor' in reply)
        throw new CallError('Too many recovery phrases were shown lately. Try again later.', {
          code: 'TOO_MANY',
          retryAfter: reply.limitedFor,
        })
      if ('failed' in reply) throw new Error(`The key host failed: ${reply.failed}.`)
      return reply.result
    }

    return createRemoteHost(ask)
  }
}

/** Reads which key host custody uses: `KEY_HOST_SOCKET` and `KEY_HOST_ATTESTATION_FILE`. Undefined: none. */
export async function readKeyHost(
  environment: Readonly<Record<string, string | undefined>>,
  options: Pick<ConnectKeyHostOptions, 'now' | 'warn'>,
): Promise<OpenKeyHost | undefined> {
  const { KEY_HOST_SOCKET: socket, KEY_HOST_ATTESTATION_FILE: file } = environment
  if (!socket && file) throw new Error('KEY_HOST_ATTESTATION_FILE is set without KEY_HOST_SOCKET.')
  if (!socket) return undefined
  return connectKeyHost({ ...options, socket, policy: file ? await readAttestationPolicy(file) : undefined })
}

type Post = { readonly path: '/hello' | '/call'; readonly body: string; readonly signal: AbortSignal }

/** Rejects with {@link SessionError} if the host doesn't know the session, and with the signal's reason. */
function post(socketPath: string, { path, body, signal }: Post): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    request({ socketPath, path, method: 'POST', headers, signal, agent: false }, (response) => {
      const { statusCode } = response
      if (statusCode === 200) return void json(response).then(resolve, reject)
      response.resume()
      reject(statusCode === 410 ? new SessionError() : new Error(`The key host answered ${statusCode}.`))
    })
      .on('error', (cause) => reject(signal.aborted ? signal.reason : cause))
      .end(body)
  })
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}
