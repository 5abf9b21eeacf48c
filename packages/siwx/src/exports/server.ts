// For servers: Node, Bun, Deno and workers.
export { createSiwxHandlers } from '../server/createSiwxHandlers.js'
export { type SiwxErrorCode, SiwxRefusal, type SiwxRefusalOptions } from '../server/SiwxRefusal.js'
export type {
  ProtectedAnswer,
  RequestContext,
  SiwxCookie,
  SiwxDurations,
  SiwxHandler,
  SiwxHandlers,
  SiwxHandlersOptions,
  SiwxVerifier,
} from '../server/siwxHandlers.js'
export type { NonceEntry, NonceStore } from '../server/stores/nonceStore.js'
export { createMemoryNonceStore } from '../server/stores/nonceStore.js'
export type { SessionStore, SignedIn, SignedInAccount } from '../server/stores/sessionStore.js'
export { createMemorySessionStore } from '../server/stores/sessionStore.js'
export {
  type NodeRequest,
  type NodeResponse,
  type ToNodeListenerOptions,
  toNodeListener,
} from '../server/toNodeListener.js'
