export type {
  AppMessage,
  AppPayloads,
  DappMetadata,
  FrameAccountType,
  FrameChainId,
  FrameError,
  FrameErrorReason,
  FrameEvent,
  FrameReplies,
  FrameReply,
  FrameScreen,
  FrameSiwxMessage,
  FrameSocialProvider,
  FrameUser,
  MessageName,
  RpcPayload,
} from '../protocol/messages.js'
export {
  appPrefix,
  approvalMethods,
  framePrefix,
  handshakeVersion,
  messagesVersion,
  portNames,
  safeMethods,
  walletFrozen,
} from '../protocol/names.js'
export { appMessages, frameError, frameEvents, frameReplies } from '../protocol/schemas.js'
export { parseAppEnvelope, parseAppMessage, parseFrameEvent, toWire, type WireEvent } from '../protocol/wire.js'
