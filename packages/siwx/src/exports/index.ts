export { siwx } from '../createSiwx.js'
export { checkCacao } from '../message/checkCacao.js'
export { type CheckMessageRequest, checkMessage, clockTolerance } from '../message/checkMessage.js'
export type { MessageError, MessageField } from '../message/fields.js'
export { isSignInNamespace, type SignInNamespace } from '../message/fields.js'
export {
  createMessage,
  type MessageReading,
  parseMessageText,
  readMessageText,
  toMessageText,
} from '../message/messageText.js'
export type { SiwxOptions } from '../options.js'
export { createHttpSessions, type HttpSessionsOptions } from '../sessions/createHttpSessions.js'
export { createMemorySessions } from '../sessions/createListSessions.js'
export { createLocalSessions, type LocalSessionsOptions } from '../sessions/createLocalSessions.js'
export type {
  KeptSession,
  Sessions,
  SessionsContext,
  SessionsSource,
  SignInPlan,
  SignInTerms,
} from '../sessions/sessions.js'
export { unknownAddress } from '../writeMessage.js'
