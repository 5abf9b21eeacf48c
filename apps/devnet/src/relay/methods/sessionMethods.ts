import type { RelayMessage } from '../createMailbox.js'
import type { Params } from '../params/toParams.js'
import { toTopic } from '../params/toTopic.js'
import type { RelayMethod, RelayMethodContext } from './relayMethod.js'
import { toRelayMessage } from './toRelayMessage.js'

/** How clients number the messages that the relay publishes for them. */
const tags = { propose: 1_100, approve: 1_101, settle: 1_102 }

/** Steps of pairing that clients leave to the relay: it subscribes them and publishes in one call. */
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
