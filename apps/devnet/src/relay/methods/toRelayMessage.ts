import type { RelayMessage } from '../createMailbox.js'
import { toAttestation } from '../params/toAttestation.js'
import { toMessage } from '../params/toMessage.js'
import type { Params } from '../params/toParams.js'
import { toTag } from '../params/toTag.js'
import { toTopic } from '../params/toTopic.js'
import { toTtl } from '../params/toTtl.js'
import type { RelayMethodContext } from './relayMethod.js'

/** What a client wants to be published, checked. */
export function toRelayMessage({ socket, now }: RelayMethodContext, params: Params): RelayMessage {
  return {
    topic: toTopic(params['topic']),
    message: toMessage(params['message']),
    tag: toTag(params['tag']),
    attestation: toAttestation(params['attestation']),
    from: socket.clientId,
    publishedAt: now,
    expiresAt: now + toTtl(params['ttl']) * 1_000,
  }
}
