export { appMessages } from '../protocol/appMessages.js'
export type { AppMessage, AppPayloads, MessageName } from '../protocol/appPayloads.js'
export { frameEvents, frameFault, frameReplies } from '../protocol/frameEvents.js'
export type { FrameEvent, FrameFault, FrameReplies, FrameReply } from '../protocol/framePayloads.js'
export { approvalMethods, safeMethods } from '../protocol/methods.js'
export { parseAppEnvelope, parseAppMessage } from '../protocol/parseAppMessage.js'
export { parseFrameEvent } from '../protocol/parseFrameEvent.js'
export { toWire, type WireEvent } from '../protocol/toWire.js'
export type {
  DappMetadata,
  FrameAccountType,
  FrameChainId,
  FrameSiwxMessage,
  FrameSocialProvider,
  FrameUser,
  RpcPayload,
} from '../protocol/values.js'
export { appPrefix, framePrefix, handshakeVersion, portNames, walletFrozen } from '../protocol/wireNames.js'
