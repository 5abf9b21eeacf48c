import { toBatch } from '../params/toBatch.js'
import { toParams } from '../params/toParams.js'
import { toTopic } from '../params/toTopic.js'
import type { RelayMethod } from './relayMethod.js'

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
