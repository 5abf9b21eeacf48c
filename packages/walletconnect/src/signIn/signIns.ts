import { type Env, isRecord } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import type { OpenClient } from '../client/openClient.js'
import type { SessionRecord } from '../client/relayer.js'
import { defaultProposal } from '../pairing/proposal.js'
import { overRelay } from '../pairing/propose.js'
import type { Agreed } from '../session/sessions.js'
import { createAuthCodes } from './authCodes.js'
import type { AuthPayload } from './authPayload.js'
import { type AuthReply, parseAuthReply } from './authReply.js'

/** How wallets say that they do not know a method: the protocol's 10001, its codes for apps, and JSON-RPC's own. */
const unsupportedCodes: readonly unknown[] = [10_001, 5_101, 1_001, -32_601]

/** Whether a wallet says that it cannot sign in while it connects, by the code alone. */
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

/** The session as the protocol keeps it, of what the wallet signed: both sides make it of the same words. [EIP-5573] */
export function toSessionRecord({ reply, topic, pairingTopic, self, expiry }: SessionRecordRequest): SessionRecord {
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
        // ReCaps do not speak of events: the protocol has it that these are agreed to
        events: [...defaultProposal.eip155.events],
      },
    },
    transportType: 'relay',
  }
}

export type SignInsOptions = {
  readonly env: Env
  readonly open: OpenClient
  /** A wallet signed and has a session: by the code that is shown, or by an older one. */
  readonly onSession: (agreed: Agreed) => void
  /** A wallet declined, or answered what is none. */
  readonly onRefused: (pairingTopic: string, cause: unknown) => void
}

/** Sign-ins with the consent that connects: `wc_sessionAuthenticate`. */
export type SignIns = {
  /**
   * Asks for a sign-in beside the proposal of a code; gives the code that says so. Throws the reason of the signal,
   * `RELAY_UNREACHABLE` or `SESSION_EXPIRED`.
   */
  ask(request: {
    /** Of the proposal's pairing. */
    readonly topic: string
    readonly payload: AuthPayload
    readonly signal: AbortSignal
  }): Promise<string>
  destroy(): void
}

const method = 'wc_sessionAuthenticate'

/** Seconds: how long a code is good, and a session. The client's own. */
const lifetimes = { code: 300, session: 604_800 } as const

/** What the relay is told that the message is. */
const tag = 1_116

/**
 * The client's own `authenticate` does not serve: it needs a global that browsers lack, leaves out the request's id and the
 * time of the message, which servers compare, asks a vendor's node about the signatures of contracts, takes each signature
 * for the site's to check as false where the text has more than ASCII, and listens for good to codes that nobody answers.
 * So its parts are used: the proposal is one like others, beside it stands the request, and the answers are read here.
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
    // the wallet has a session only where it agreed to something
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
      if (!isRecord(payload)) throw new InvalidWalletReplyError({ details: `${method}: it cannot be read.` })
      const { error, result } = payload
      if (!isRecord(error)) return await settle(publicKey, pairingTopic, result)
      // a wallet that cannot answers the proposal
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
    async ask({ topic: pairingTopic, payload, signal }) {
      const { publicKey, topic } = await codes.add(pairingTopic)
      const shown = pairing.pairings.get(pairingTopic)
      const request = {
        id: await open.turns.drawId(),
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
