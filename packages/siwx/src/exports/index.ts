export { siwx } from '../createSiwx.js'
export { checkCacao } from '../message/checkCacao.js'
export { type CheckMessageRequest, checkMessage, clockTolerance } from '../message/checkMessage.js'
export { createMessage } from '../message/createMessage.js'
export type { MessageFault, MessageField } from '../message/messageField.js'
export { parseMessageText } from '../message/parseMessageText.js'
export { type MessageReading, readMessageText } from '../message/readMessageText.js'
export { isSignInNamespace, type SignInNamespace } from '../message/signInNamespace.js'
export { toMessageText } from '../message/toMessageText.js'
export type { SiwxOptions } from '../options.js'
export { createHttpSessions, type HttpSessionsOptions } from '../sessions/createHttpSessions.js'
export { createLocalSessions, type LocalSessionsOptions } from '../sessions/createLocalSessions.js'
export { createMemorySessions } from '../sessions/createMemorySessions.js'
export type {
  KeptSession,
  Sessions,
  SessionsContext,
  SessionsSource,
  SignInPlan,
  SignInTerms,
} from '../sessions/sessions.js'
export { unknownAddress } from '../writeMessage.js'
