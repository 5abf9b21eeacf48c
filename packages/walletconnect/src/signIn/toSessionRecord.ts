import type { SessionRecord } from '../client/client.js'
import { defaultWishes } from '../pairing/defaultWishes.js'
import type { AuthReply } from './parseAuthReply.js'

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
        events: [...defaultWishes.eip155.events],
      },
    },
    transportType: 'relay',
  }
}
