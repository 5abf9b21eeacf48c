import { isDatabaseUnavailable } from '@latchkey/server-kit/database'
import type { Hub, RelaySocket } from './hub.js'
import type { RelayMessage } from './mailbox.js'
import type { CallOutcome, RelayMetrics } from './monitoring.js'
import {
  errorCodes,
  type Params,
  RelayCallError,
  toAttestation,
  toBatch,
  toMessage,
  toParams,
  toTag,
  toToken,
  toTopic,
  toTtl,
} from './params.js'
import type { Webhooks } from './webhooks.js'

export type FrameContext = {
  readonly hub: Hub
  /** Undefined where they are off. */
  readonly webhooks: Webhooks | undefined
  readonly socket: RelaySocket
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Counts messages against the quotas. Rejects with a {@link RelayCallError} when one is used up. */
  readonly admit: (messages: readonly RelayMessage[]) => Promise<void>
  readonly warn: (cause: unknown) => void
  /** Called after each call. */
  readonly record: RelayMetrics['call']
}

type CallContext = FrameContext & {
  /** Lets the call count as pending until something that its response doesn't wait for is done. */
  readonly hold: (work: Promise<void>) => void
}

type RelayMethod = (context: CallContext, params: Params) => unknown

/**
 * Handles a frame of a client: a call, or the response to a push. Every call gets a response, or a JSON-RPC error; invalid frames don't
 * close the socket. Resolves when the response was sent, and subscribed topics were read.
 */
export async function handleFrame(context: FrameContext, text: string | null): Promise<void> {
  const { socket, hub, record, warn } = context
  const refuse = (id: unknown, code: number, message: string): void =>
    socket.send({ id: id ?? null, jsonrpc: '2.0', error: { code, message } })
  const frame = text === null ? undefined : parseFrame(text)
  const { id, method } = frame ?? {}
  const isId = typeof id === 'number' || (typeof id === 'string' && id.length <= 64)
  if (!frame) return refuse(null, errorCodes.parse, 'Parse error: a frame is the text of one JSON-RPC object')
  if (!isId) return refuse(null, errorCodes.request, 'Invalid request: id is a number or a short text')
  if (method === undefined) return typeof id === 'number' ? hub.settle(socket, id, frame['result'] === true) : undefined
  const begin = performance.now()
  const name = typeof method === 'string' && Object.hasOwn(methods, method) ? method : undefined
  let code = 0
  let outcome: CallOutcome = 'done'
  const held: Promise<void>[] = []
  try {
    if (name === undefined)
      throw new RelayCallError(errorCodes.method, `Method not found: ${String(method).slice(0, 64)}`)
    const call = { ...context, hold: (work: Promise<void>) => void held.push(work) }
    const result = await methods[name]?.(call, toParams(frame['params']))
    socket.send({ id, jsonrpc: '2.0', result })
  } catch (cause) {
    const error = toCallError(cause)
    outcome = error === cause ? 'refused' : 'failed'
    if (outcome === 'failed') warn(cause)
    code = error.code
    refuse(id, code, error.message)
  }
  record({ method: name ?? 'other', code, outcome, milliseconds: performance.now() - begin })
  await Promise.all(held)
}

/** Converts any error to one without internal details. */
function toCallError(cause: unknown): RelayCallError {
  if (cause instanceof RelayCallError) return cause
  if (isDatabaseUnavailable(cause))
    return new RelayCallError(errorCodes.unavailable, 'The relay is not available now. Try again in a moment.', {
      cause,
    })
  return new RelayCallError(errorCodes.internal, 'Internal error', { cause })
}

function parseFrame(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

/** A validated message to publish. */
function toRelayMessage({ socket, now }: FrameContext, params: Params): RelayMessage {
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

async function publish({ hub, admit }: FrameContext, messages: readonly RelayMessage[]): Promise<true> {
  await admit(messages)
  await hub.publish(messages)
  return true
}

/** Each socket reads a few topics at a time, and has a limit of pending calls, so no client fills the queue of reads. */
function subscribe({ hub, socket, hold }: CallContext, topics: readonly string[]): readonly string[] {
  const { ids, read } = hub.subscribe(socket, topics)
  hold(read)
  return ids
}

async function fetchMessages({ hub, socket }: FrameContext, topics: readonly string[]): Promise<object> {
  const { messages, hasMore } = await hub.fetch(socket, topics)
  return {
    messages: messages.map(({ topic, message, publishedAt, tag, attestation }) => ({
      topic,
      message,
      publishedAt,
      tag,
      ...(attestation !== undefined && { attestation }),
    })),
    hasMore,
  }
}

/** Tags of messages that the relay publishes for clients. */
const tags = { propose: 1_100, approve: 1_101, settle: 1_102 }

/** Publishing, and fetching without a subscription. */
const messageMethods: Readonly<Record<string, RelayMethod>> = {
  irn_publish: (context, params) => publish(context, [toRelayMessage(context, params)]),
  irn_batchPublish: (context, params) =>
    publish(
      context,
      toBatch(params['messages'], (entry) => toRelayMessage(context, toParams(entry))),
    ),
  irn_fetchMessages: (context, params) => fetchMessages(context, [toTopic(params['topic'])]),
  irn_batchFetchMessages: (context, params) => fetchMessages(context, toBatch(params['topics'], toTopic)),
}

/** Pairing steps in which the relay subscribes and publishes in one call. */
const sessionMethods: Readonly<Record<string, RelayMethod>> = {
  wc_proposeSession: (context, params) => {
    const proposal = toPart(context, { ...params, topic: params['pairingTopic'], message: params['sessionProposal'] })
    subscribe(context, [proposal.topic])
    return publish(context, [{ ...proposal, tag: tags.propose }])
  },
  wc_approveSession: (context, params) => {
    const pairingTopic = toTopic(params['pairingTopic'])
    const sessionTopic = toTopic(params['sessionTopic'])
    const response = toPart(context, { ...params, topic: pairingTopic, message: params['sessionProposalResponse'] })
    const settlement = toPart(context, { ...params, topic: sessionTopic, message: params['sessionSettlementRequest'] })
    subscribe(context, [sessionTopic])
    return publish(context, [
      { ...response, tag: tags.approve },
      { ...settlement, tag: tags.settle },
    ])
  },
}

function toPart(context: FrameContext, params: Params): RelayMessage {
  return toRelayMessage(context, { ...params, tag: undefined })
}

const subscriptionMethods: Readonly<Record<string, RelayMethod>> = {
  irn_subscribe: (context, params) => subscribe(context, [toTopic(params['topic'])])[0],
  irn_batchSubscribe: (context, params) => subscribe(context, toBatch(params['topics'], toTopic)),
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

/** The token says which client is watched, so anybody may pass it on. */
const webhookMethods: Readonly<Record<string, RelayMethod>> = {
  irn_watchRegister: (context, params) => requireWebhooks(context).register(toToken(params['registerAuth'])),
  irn_watchUnregister: (context, params) => requireWebhooks(context).unregister(toToken(params['unregisterAuth'])),
}

function requireWebhooks({ webhooks }: FrameContext): Webhooks {
  if (webhooks) return webhooks
  throw new RelayCallError(errorCodes.unavailable, 'Webhooks are off at this relay. Set RELAY_WEBHOOK_KEY to use them.')
}

const methods: Readonly<Record<string, RelayMethod>> = {
  ...messageMethods,
  ...subscriptionMethods,
  ...sessionMethods,
  ...webhookMethods,
}
