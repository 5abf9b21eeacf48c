import type { NetworkInput, VerifySignature } from '@latchkey/core'
import type { NonceStore } from './stores/nonceStore.js'
import type { SessionStore, SignedIn } from './stores/sessionStore.js'

/** Verifies the signatures of a namespace, e.g. `createEvmVerifier()` of `@latchkey/adapter-evm/verify`. */
export type SiwxVerifier = { readonly namespace: string; readonly verify: VerifySignature }

export type SiwxHandlersOptions = {
  /** One for each supported namespace. */
  readonly verifiers: readonly SiwxVerifier[]
  /** Supported networks. The RPC URLs of EVM networks are used to check contract accounts. */
  readonly networks: readonly NetworkInput[]
  /** Pages that may sign in, by scheme, host and port, e.g. `https://app.example.org`. All others are refused. */
  readonly origins: readonly string[]
  readonly nonces: NonceStore
  readonly sessions: SessionStore
  /** How the browser stores its session: in a cookie that scripts can't read, or as a token. Default: cookie. */
  readonly session?: 'cookie' | 'token' | undefined
  readonly cookie?: SiwxCookie | undefined
  /** The statement that each message must have. Default: the page chooses. */
  readonly statement?: string | undefined
  /**
   * Requested fields that the text of a wallet that signs while it connects may lack. The nonce belongs to one request, and the
   * sign-in ends after `durations.session`, all the same. Default: both.
   */
  readonly mayOmit?: readonly ('expirationTime' | 'requestId')[] | undefined
  readonly durations?: SiwxDurations | undefined
  /** Maximum number of open nonces per client. Default 200. Not enforced for requests without `client`. */
  readonly nonceLimit?: number | undefined
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Called with internal errors, for example of a database or node. Callers get no details. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type SiwxCookie = {
  /** Default `latchkey-siwx`, with the prefix `__Host-` if the cookie is secure. */
  readonly name?: string | undefined
  /** `none`, for pages on another site than this server, stores one cookie per such site (CHIPS). Default `lax`. */
  readonly sameSite?: 'lax' | 'none' | undefined
  /** Whether the cookie requires https. Default: true, unless one of the origins is http. */
  readonly isSecure?: boolean | undefined
}

/** In milliseconds. */
export type SiwxDurations = {
  /** Time to sign a message. Default ten minutes. */
  readonly nonce?: number | undefined
  /** Validity of a sign-in; part of the message. Default seven days. */
  readonly session?: number | undefined
  /** Timeout for verifying a signature. Default 20 seconds. */
  readonly check?: number | undefined
}

/** Information about a request that isn't in it. */
export type RequestContext = {
  /** The client that open nonces are counted for, e.g. its IP address. */
  readonly client?: string | undefined
}

export type SiwxHandler = (request: Request, context?: RequestContext) => Promise<Response>

/** Handlers for any server. Route each by itself, or use `handle`, which routes by the last path segment. */
export type SiwxHandlers = {
  /** `POST …/nonce`: returns the values that the message must contain. */
  readonly nonce: SiwxHandler
  /** `POST …/verify`: signs in. */
  readonly verify: SiwxHandler
  /** `GET …/session`: lists the accounts that are signed in. */
  readonly session: SiwxHandler
  /** `POST …/sign-out`: signs out all accounts, or the given ones. */
  readonly signOut: SiwxHandler
  readonly handle: SiwxHandler
  /** The accounts signed in with this request; empty if there are none. Throws if the store doesn't respond. */
  readonly getSignedIn: (request: Request) => Promise<readonly SignedIn[]>
  /**
   * Wraps a handler of your own for signed-in users; others get 401. Pages of the allowed origins can read the response, and
   * caches don't store it.
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
