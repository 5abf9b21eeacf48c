import { toBatch } from '../params/toBatch.js'
import { toParams } from '../params/toParams.js'
import { toTopic } from '../params/toTopic.js'
import type { RelayMethod, RelayMethodContext } from './relayMethod.js'
import { toRelayMessage } from './toRelayMessage.js'

/** Publishing, and reading without being pushed to. */
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
  irn_fetchMessages: (context, params) => fetch(context, [toTopic(params['topic'])]),
  irn_batchFetchMessages: (context, params) => fetch(context, toBatch(params['topics'], toTopic)),
}

function fetch({ hub, socket }: RelayMethodContext, topics: readonly string[]): object {
  const messages = hub.read(socket, topics).map(({ topic, message, publishedAt, tag, attestation }) => ({
    topic,
    message,
    publishedAt,
    tag,
    ...(attestation !== undefined && { attestation }),
  }))
  return { messages, hasMore: false }
}
