import type { HttpSessionsOptions } from './sessions/createHttpSessions.js'
import type { SessionsSource } from './sessions/sessions.js'

export type SiwxOptions = {
  /** Your server, if it hosts the handlers of `@latchkey/siwx/server`: it issues nonces, verifies signatures and stores sessions. */
  readonly server?: string | HttpSessionsOptions | undefined
  /** Where sessions are stored without a server. Default: the browser's localStorage. */
  readonly sessions?: SessionsSource | undefined
  /** A line that the user reads before signing. On EVM: ASCII letters, digits and URI characters only. [EIP-4361] */
  readonly statement?: string | undefined
  /** Host and port. Default: those of the page. */
  readonly domain?: string | undefined
  /** Default: the origin of the page. */
  readonly uri?: string | undefined
  /** URIs to include in the sign-in. */
  readonly resources?: readonly string[] | undefined
  /** Validity of a sign-in in seconds. Default: 604,800 (seven days). A server decides for itself. */
  readonly expiration?: number | undefined
  /** ISO 8601. Sign-ins are not valid before this time. */
  readonly notBefore?: string | undefined
  /** Whether users who don't sign in are disconnected. Default: true. */
  readonly required?: boolean | (() => boolean) | undefined
  /** Whether disconnecting signs out. Default: true. */
  readonly signOutOnDisconnect?: boolean | undefined
}
