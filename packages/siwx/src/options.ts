import type { HttpSessionsOptions } from './sessions/createHttpSessions.js'
import type { SessionsSource } from './sessions/sessions.js'

export type SiwxOptions = {
  /** Your server, where it hosts `siwxHandlers` of `@latchkey/siwx/server`: it gives nonces, checks signatures, keeps sessions. */
  readonly server?: string | HttpSessionsOptions | undefined
  /** Where sessions are kept without a server; in the browser's localStorage unless told. */
  readonly sessions?: SessionsSource | undefined
  /** What the visitor reads before signing: one line. On EVM of ASCII letters, digits and signs of URIs. [EIP-4361] */
  readonly statement?: string | undefined
  /** Host and port; those of the page unless told. */
  readonly domain?: string | undefined
  /** The origin of the page unless told. */
  readonly uri?: string | undefined
  /** URIs that go with the sign-in. */
  readonly resources?: readonly string[] | undefined
  /** Seconds that a sign-in holds: 604,800, seven days, unless told. A server decides by itself. */
  readonly expiration?: number | undefined
  /** ISO 8601: from when on sign-ins hold. */
  readonly notBefore?: string | undefined
  /** Whether who does not sign in is disconnected. Yes unless told. */
  readonly required?: boolean | (() => boolean) | undefined
  /** Whether disconnecting signs out. Yes unless told. */
  readonly signOutOnDisconnect?: boolean | undefined
}
