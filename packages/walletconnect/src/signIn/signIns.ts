import { type Env, isRecord } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import type { SessionRecord } from '../client/relayer.js'
import { defaultProposal } from '../pairing/proposal.js'
import { overRelay } from '../pairing/propose.js'
import type { ApprovedSession } from '../session/sessions.js'
import { createAuthCodes } from './authCodes.js'
import type { AuthPayload } from './authPayload.js'
import { type AuthReply, parseAuthReply } from './authReply.js'

export type SignInsOptions = {
  readonly env: Env
  readonly open: OpenClient
  /** A wallet signed and has a session, by the current code or an older one. */
  readonly onSession: (session: ApprovedSession) => void
  /** A wallet declined, or sent an invalid reply. */
  readonly onRefused: (pairingTopic: string, cause: unknown) => void
}

/** Sign-ins with the same prompt that connects (`wc_sessionAuthenticate`). */
export type SignIns = {
  /**
   * Requests a sign-in in addition to a code's proposal, and resolves with the code that includes both. Throws the signal's
   * reason, `RELAY_UNREACHABLE` or `SESSION_EXPIRED`.
   */
  request(options: {
    /** The topic of the proposal's pairing. */
    readonly topic: string
    readonly payload: AuthPayload
    readonly signal: AbortSignal
  }): Promise<string>
  destroy(): void
}

const method = 'wc_sessionAuthenticate'

/** Seconds that a code and a session are valid, as in the client. */
const lifetimes = { code: 300, session: 604_800 } as const

/** The tag that identifies the message to the relay. */
const tag = 1_116

/**
 * Sends sign-in requests and handles the replies. The client's `authenticate` can't be used: it needs a global that browsers
 * lack, omits the request id and the message's time, which servers compare, asks a vendor's node about contract signatures,
 * rejects valid signatures of non-ASCII text, and never stops listening to unused codes. So the request is sent next to an
 * ordinary proposal.
 */
export function createSignIns({ env, open, onSession, onRefused }: SignInsOptions): SignIns {
  const { client } = open
  const { core } = client
  const { crypto, relayer, pairing } = core
  const codes = createAuthCodes(client)
  const ended = new AbortController()

  const settle = async (publicKey: string, pairingTopic: string, result: unknown): Promise<void> => {
    const reply = parseAuthReply(result)
    if (!reply) throw new InvalidWalletReplyError({ details: `${method}: no signature.` })
    // the wallet has a session only if it approved a method
    if (reply.methods.length === 0) throw new InvalidWalletReplyError({ details: `${method}: no method is allowed.` })
    const topic = await crypto.generateSharedKey(publicKey, reply.peer.publicKey)
    await overRelay(relayer.subscribe(topic), { env, open, signal: ended.signal })
    const self = { publicKey, metadata: client.metadata }
    const expiry = Math.floor(env.now() / 1_000) + lifetimes.session
    const record = toSessionRecord({ reply, topic, pairingTopic, self, expiry })
    await client.session.set(topic, record)
    core.expirer.set(topic, expiry)
    onSession({ record, cacaos: reply.cacaos })
  }

  const onMessage = async ({ topic, message }: { readonly topic: string; readonly message: string }): Promise<void> => {
    const code = codes.take(topic)
    if (!code) return
    const { publicKey, pairingTopic } = code
    try {
      const payload: unknown = await crypto.decode(topic, message, { receiverPublicKey: publicKey })
      if (!isRecord(payload)) throw new InvalidWalletReplyError({ details: `${method}: an invalid message.` })
      const { error, result } = payload
      if (!isRecord(error)) return await settle(publicKey, pairingTopic, result)
      // a wallet without sign-in replies to the proposal instead
      if (!isUnsupported(error)) onRefused(pairingTopic, error)
      const sender = crypto.getPayloadSenderPublicKey(message)
      if (sender) await crypto.deleteSymKey(await crypto.generateSharedKey(publicKey, sender))
    } catch (cause) {
      if (!ended.signal.aborted) onRefused(pairingTopic, cause)
    } finally {
      await codes.forget(topic)
    }
  }
  const listener = (event: { readonly topic: string; readonly message: string }): void => void onMessage(event)
  relayer.on('relayer_message', listener)

  return {
    async request({ topic: pairingTopic, payload, signal }) {
      const { publicKey, topic } = await codes.add(pairingTopic)
      const shown = pairing.pairings.get(pairingTopic)
      const request = {
        id: await open.requests.createId(),
        jsonrpc: '2.0',
        method,
        params: {
          authPayload: payload,
          requester: { publicKey, metadata: client.metadata },
          expiryTimestamp: shown.expiry,
        },
      }
      const message = await crypto.encode(pairingTopic, request)
      const options = { ttl: lifetimes.code, prompt: true, tag, internal: { throwOnFailedPublish: true } }
      const sent = Promise.all([relayer.subscribe(topic), relayer.publish(pairingTopic, message, options)])
      await overRelay(sent, { env, open, signal })
      return pairing.formatUriFromPairing({ ...shown, methods: [method] })
    },
    destroy() {
      ended.abort()
      relayer.off('relayer_message', listener)
      codes.destroy()
    },
  }
}

/** Codes for an unknown method: the protocol's 10001, its codes for apps, and JSON-RPC's. */
const unsupportedCodes: readonly unknown[] = [10_001, 5_101, 1_001, -32_601]

/** Whether an error means that the wallet can't sign in while it connects, by its code. */
export function isUnsupported(error: unknown): boolean {
  return isRecord(error) && unsupportedCodes.includes(error['code'])
}

export type SessionRecordRequest = {
  readonly reply: AuthReply
  readonly topic: string
  readonly pairingTopic: string
  readonly self: SessionRecord['self']
  /** Seconds since the epoch. */
  readonly expiry: number
}

/** The client's session record for what the wallet signed. Both sides derive it from the same text. [EIP-5573] */
function toSessionRecord({ reply, topic, pairingTopic, self, expiry }: SessionRecordRequest): SessionRecord {
  const { peer, accounts, methods } = reply
  const chains = new Set(accounts.map((account) => account.slice(0, account.lastIndexOf(':'))))
  return {
    topic,
    pairingTopic,
    relay: { protocol: 'irn' },
    expiry,
    acknowledged: true,
    controller: peer.publicKey,
    self,
    peer,
    requiredNamespaces: {},
    optionalNamespaces: {},
    namespaces: {
      eip155: {
        chains: [...chains],
        accounts: [...accounts],
        methods: [...methods],
        // ReCaps don't cover events, which the protocol considers approved
        events: [...defaultProposal.eip155.events],
      },
    },
    transportType: 'relay',
  }
}
