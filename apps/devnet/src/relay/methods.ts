import type { Hub } from './hub.js'
import type { RelayMessage } from './mailbox.js'
import { type Params, toAttestation, toBatch, toMessage, toParams, toTag, toTopic, toTtl } from './params.js'
import type { RelaySocket } from './subscriptions.js'

export type RelayMethodContext = {
  readonly hub: Hub
  readonly socket: RelaySocket
  /** Milliseconds since the epoch. */
  readonly now: number
}

type RelayMethod = (context: RelayMethodContext, params: Params) => unknown

/** A validated message to publish. */
function toRelayMessage({ socket, now }: RelayMethodContext, params: Params): RelayMessage {
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

/** Publishing, and fetching without a subscription. */
export const messageMethods: Readonly<Record<string, RelayMethod>> = {
  irn_publish: (context, params) => {
    context.hub.publish(toRelayMessage(context, params))
    return true
  },
  irn_batchPublish: (context, params) => {
    const messages = toBatch(params['messages'], (entry) => toRelayMessage(context, toParams(entry)))
    for (const message of messages) context.hub.publish(message)
    return true
  },
  irn_fetchMessages: (context, params) => fetchMessages(context, [toTopic(params['topic'])]),
  irn_batchFetchMessages: (context, params) => fetchMessages(context, toBatch(params['topics'], toTopic)),
}

function fetchMessages({ hub, socket }: RelayMethodContext, topics: readonly string[]): object {
  const messages = hub.read(socket, topics).map(({ topic, message, publishedAt, tag, attestation }) => ({
    topic,
    message,
    publishedAt,
    tag,
    ...(attestation !== undefined && { attestation }),
  }))
  return { messages, hasMore: false }
}

/** Tags of messages that the relay publishes for clients. */
const tags = { propose: 1_100, approve: 1_101, settle: 1_102 }

/** Pairing steps in which the relay subscribes and publishes in one call. */
export const sessionMethods: Readonly<Record<string, RelayMethod>> = {
  wc_proposeSession: (context, params) => {
    const proposal = toPart(context, { ...params, topic: params['pairingTopic'], message: params['sessionProposal'] })
    context.hub.subscribe(context.socket, proposal.topic)
    context.hub.publish({ ...proposal, tag: tags.propose })
    return true
  },
  wc_approveSession: (context, params) => {
    const pairingTopic = toTopic(params['pairingTopic'])
    const sessionTopic = toTopic(params['sessionTopic'])
    const response = toPart(context, { ...params, topic: pairingTopic, message: params['sessionProposalResponse'] })
    const settlement = toPart(context, { ...params, topic: sessionTopic, message: params['sessionSettlementRequest'] })
    context.hub.subscribe(context.socket, sessionTopic)
    context.hub.publish({ ...response, tag: tags.approve })
    context.hub.publish({ ...settlement, tag: tags.settle })
    return true
  },
}

function toPart(context: RelayMethodContext, params: Params): RelayMessage {
  return toRelayMessage(context, { ...params, tag: undefined })
}

export const subscriptionMethods: Readonly<Record<string, RelayMethod>> = {
  irn_subscribe: ({ hub, socket }, params) => hub.subscribe(socket, toTopic(params['topic'])),
  irn_batchSubscribe: ({ hub, socket }, params) =>
    toBatch(params['topics'], toTopic).map((topic) => hub.subscribe(socket, topic)),
  irn_unsubscribe: ({ hub, socket }, params) => {
    hub.unsubscribe(socket, toTopic(params['topic']))
    return true
  },
  irn_batchUnsubscribe: ({ hub, socket }, params) => {
    const topics = toBatch(params['subscriptions'], (entry) => toTopic(toParams(entry)['topic']))
    for (const topic of topics) hub.unsubscribe(socket, topic)
    return true
  },
}
