import type { NetworkInput, VerifySignature } from '@latchkey/core'
import type { NonceStore } from './stores/nonceStore.js'
import type { SessionStore, SignedIn } from './stores/sessionStore.js'

/** Checks the signatures of a chain family, e.g. `createEvmVerifier()` of `@latchkey/adapter-evm/verify`. */
export type SiwxVerifier = { readonly namespace: string; readonly verify: VerifySignature }

export type SiwxHandlersOptions = {
  /** One for each chain family that may sign in. */
  readonly verifiers: readonly SiwxVerifier[]
  /** Where one may sign in. The URLs of EVM networks are asked about contracts. */
  readonly networks: readonly NetworkInput[]
  /** Pages that may sign in, by scheme, host and port, e.g. `https://app.example.org`. Nobody else is answered. */
  readonly origins: readonly string[]
  readonly nonces: NonceStore
  readonly sessions: SessionStore
  /** How the browser holds its session: in a cookie that no script can read, or as a token of the page's own. Default: cookie. */
  readonly session?: 'cookie' | 'token' | undefined
  readonly cookie?: SiwxCookie | undefined
  /** What each message has to state. Without it the page chooses. */
  readonly statement?: string | undefined
  readonly durations?: SiwxDurations | undefined
  /** Nonces that a client may have open at once. Default 200; not counted where `client` is not told. */
  readonly nonceLimit?: number | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Hears what failed here, as when the database or a node does not answer; callers are told no more than that. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type SiwxCookie = {
  /** Default `latchkey-siwx`; with `__Host-` before it where it is secure. */
  readonly name?: string | undefined
  /** `none`, for pages of another site than this server, keeps one cookie per such site (CHIPS). Default `lax`. */
  readonly sameSite?: 'lax' | 'none' | undefined
  /** Whether it goes over https only. Default: unless one of the origins is http. */
  readonly isSecure?: boolean | undefined
}

/** In milliseconds. */
export type SiwxDurations = {
  /** How long a visitor may take to sign. Default ten minutes. */
  readonly nonce?: number | undefined
  /** How long one stays signed in; the message says until when. Default seven days. */
  readonly session?: number | undefined
  /** How long a signature may be looked at. Default 20 seconds. */
  readonly check?: number | undefined
}

/** What is known of a request beside itself. */
export type RequestContext = {
  /** Whom open nonces are counted for, e.g. the address of the network. */
  readonly client?: string | undefined
}

export type SiwxHandler = (request: Request, context?: RequestContext) => Promise<Response>

/** Answers for a server of any kind. Each may be routed by itself; `handle` answers all, by the last part of the path. */
export type SiwxHandlers = {
  /** `POST …/nonce`: what the message to sign has to bear. */
  readonly nonce: SiwxHandler
  /** `POST …/verify`: signs in. */
  readonly verify: SiwxHandler
  /** `GET …/session`: who is signed in. */
  readonly session: SiwxHandler
  /** `POST …/sign-out`: all accounts, or those that are named. */
  readonly signOut: SiwxHandler
  readonly handle: SiwxHandler
  /** Who is signed in with this request; empty for nobody. Throws where the store does not answer. */
  readonly getSignedIn: (request: Request) => Promise<readonly SignedIn[]>
  /**
   * An answer of your own for who is signed in; others get 401. Pages of the origins may read it, and nothing is stored by
   * caches on the way.
   *
   * @example
   * const members = siwx.protect((request, signedIn) => Response.json({ hello: signedIn[0].data.accountAddress }))
   */
  readonly protect: (answer: ProtectedAnswer) => SiwxHandler
}

export type ProtectedAnswer = (
  request: Request,
  signedIn: readonly [SignedIn, ...SignedIn[]],
) => Response | Promise<Response>
