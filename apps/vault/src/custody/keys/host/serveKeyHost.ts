import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StopOptions } from '@latchkey/server-kit/http'
import { logError } from '@latchkey/server-kit/log'
import { z } from 'zod'
import { InvalidRequestError } from '../../../signing/InvalidRequestError.js'
import { toSpki } from '../../crypto/sealTo.js'
import { listen, readJson } from '../../http/server.js'
import type { KekBackend } from '../backends/kekBackend.js'
import { runProgram } from '../backends/kekProgram.js'
import { pollKek, readKeks } from '../backends/programKeks.js'
import { toWrapKey } from '../keys.js'
import { createKeyHost, type KeyHost } from './keyHost.js'
import {
  type Channel,
  callSchema,
  type HostReply,
  helloSchema,
  messageSchema,
  openChannel,
  openMessage,
  performCall,
  sealMessage,
  toWire,
  welcomeSchema,
} from './wire.js'

/** Makes a document that attests to a public key, for a nonce. */
export type Attest = (claim: { readonly nonce: Buffer; readonly publicKey: Buffer }) => Promise<Buffer>

export type StartKeyHostOptions = Pick<StopOptions, 'stopPause' | 'stopTimeout'> & {
  /** The socket to create. */
  readonly socket: string
  /** Whether the socket's group may open it too: custody runs under another account. Default: false. */
  readonly isShared?: boolean | undefined
  /** Stores the wrapping key. */
  readonly kek: KekBackend
  /** Whether to create a missing wrapping key. Default: false. */
  readonly createsKek?: boolean | undefined
  /** Default: the host can't attest to its key. */
  readonly attest?: Attest | undefined
  /** Max recovery phrases that this process exports within an hour; 0: none at all. Default: 60. */
  readonly exportsPerHour?: number | undefined
  readonly now?: (() => number) | undefined
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type RunningKeyHost = { readonly address: string; readonly stop: () => Promise<void> }

type Session = {
  readonly channel: Channel
  readonly host: KeyHost
  readonly seen: Set<number>
  newest: number
  usedAt: number
}

/** Max connections of custody processes. A new one replaces the one that was silent for the longest. */
const maxSessions = 256

const hour = 3_600_000

/** Max difference between the number of a late call and the newest one. */
const maxSeen = 4_096

/**
 * Starts the reference implementation of a {@link KeyHost} in a separate process, on a Unix socket. Only this process
 * has the wrapping key; it parses each request from scratch before signing it, and returns only sealed bytes and public
 * results. Calls are encrypted to a key of this process, which an enclave attests to. It keeps no state and can be
 * restarted at any time.
 *
 * Authenticates no user: whoever can open the socket can have anything signed and, up to a limit, exported. It knows
 * neither users nor policies.
 */
export async function startKeyHost({
  socket,
  isShared = false,
  kek,
  createsKek = false,
  attest,
  exportsPerHour = 60,
  now = Date.now,
  warn = logError,
  ...stopOptions
}: StartKeyHostOptions): Promise<RunningKeyHost> {
  let wrap = await readKeks(kek, { creates: createsKek, derive: toWrapKey })
  const { privateKey } = generateKeyPairSync('x25519')
  const publicKey = toSpki(privateKey)
  const sessions = new Map<string, Session>()
  let exported: readonly number[] = []

  const polling = pollKek(kek, {
    read: async () => {
      wrap = await readKeks(kek, { creates: false, derive: toWrapKey })
    },
    warn,
  })

  async function welcome(body: unknown): Promise<string> {
    const { instance, nonce, publicKey: other } = helloSchema.parse(body)
    const session = randomBytes(16).toString('hex')
    const channel = openChannel({ session, nonce, own: privateKey, other, publicKeys: [other, publicKey] })
    const host = createKeyHost({
      instance,
      keys: {
        get wrap() {
          return wrap
        },
      },
    })
    const document = await attest?.({ nonce, publicKey })
    const [oldest] = [...sessions].sort(([, one], [, two]) => one.usedAt - two.usedAt)
    if (oldest && sessions.size >= maxSessions) sessions.delete(oldest[0])
    sessions.set(session, { channel, host, seen: new Set(), newest: 0, usedAt: now() })
    return toWire(welcomeSchema, { session, publicKey, document })
  }

  /** Returns undefined for a session that this process doesn't know, such as one from before a restart. */
  async function answer(body: unknown): Promise<string | undefined> {
    const { session: id, number, sealed } = messageSchema.parse(body)
    const session = sessions.get(id)
    if (!session) return undefined
    const { channel, seen } = session
    const message = openMessage(channel, { direction: 'requests', number, sealed })
    if (seen.has(number) || number < session.newest - maxSeen) throw new Error('A call was sent twice.')
    seen.add(number)
    session.newest = Math.max(session.newest, number)
    if (seen.size > 2 * maxSeen) for (const one of seen) if (one < session.newest - maxSeen) seen.delete(one)
    session.usedAt = now()
    const value = await reply(session.host, message)
    return sealMessage(channel, { direction: 'replies', number, value })
  }

  async function reply(host: KeyHost, message: unknown): Promise<HostReply> {
    try {
      const call = callSchema.parse(message)
      if (call.do === 'exportTo') {
        exported = exported.filter((at) => at > now() - hour)
        const [first = now()] = exported
        if (exported.length >= exportsPerHour) return { limitedFor: Math.ceil((first + hour - now()) / 1_000) }
        exported = [...exported, now()]
      }
      return { result: await performCall(host, call) }
    } catch (cause) {
      if (cause instanceof InvalidRequestError) return { invalid: { code: cause.code, message: cause.message } }
      warn(cause)
      return { failed: cause instanceof Error ? cause.name : 'Error' }
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request)
    const text = request.url === '/hello' ? await welcome(body) : await answer(body)
    response.writeHead(text === undefined ? 410 : 200, { 'content-type': 'application/json' }).end(text)
  }

  const { address, stop } = await listen(
    (request, response) =>
      void serve(request, response).catch((cause: unknown) => {
        warn(cause)
        response.writeHead(400).end()
      }),
    { where: { socket, isShared }, peer: 'custody', option: 'KEY_HOST_SOCKET', warn, ...stopOptions },
  )
  return {
    address,
    stop: async () => {
      await polling.stop()
      await stop()
    },
  }
}

/** Milliseconds, and bytes of output. */
const attesting = { deadline: 10_000, limit: 65_536 } as const

const attested = z.strictObject({ document: z.base64() })

/**
 * Asks the operator's program for attestation documents, such as one that calls the Nitro Secure Module or the TDX driver: it gets
 * `{ "v": 1, "nonce", "publicKey" }` in base64 on its input, and writes `{ "document" }` in base64.
 */
export function createAttestProgram(
  command: readonly [string, ...string[]],
  options: Pick<Parameters<typeof runProgram>[1], 'env' | 'wait'>,
): Attest {
  return async ({ nonce, publicKey }) => {
    const input = JSON.stringify({ v: 1, nonce: nonce.toString('base64'), publicKey: publicKey.toString('base64') })
    const { code, output } = await runProgram(command, { ...options, ...attesting, input })
    if (code !== 0) throw new Error(`The attestation program ${command[0]} ended with ${code}.`)
    return Buffer.from(attested.parse(JSON.parse(output)).document, 'base64')
  }
}
