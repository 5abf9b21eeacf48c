import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { type Permission, type Role, roles, type ServiceName } from './access.js'

// The console's own API, below `/api`: parameters, results and permissions. Times are milliseconds since the epoch.

export type OperatorView = {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly createdAt: number
  readonly createdBy: string
  /** Last request; absent if they have no session. */
  readonly seenAt?: number | undefined
  readonly passkeys: number
  /** Whether they sign in at the identity provider. */
  readonly isSingleSignOn: boolean
}
export type InviteView = {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly createdBy: string
  readonly expiresAt: number
}
export type PasskeyView = {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly usedAt?: number | undefined
  /** Whether the passkey is synchronized between devices. */
  readonly isSynced: boolean
}
export type ServiceState = {
  readonly isConfigured: boolean
  /** Environment variables that would configure it. */
  readonly variables: readonly string[]
}
export type SessionView = {
  readonly operator: {
    readonly id: string
    readonly name: string
    readonly role: Role
    /** Whether they sign in at the identity provider, and can't have passkeys. */
    readonly isSingleSignOn: boolean
  }
  readonly services: Readonly<Record<ServiceName, ServiceState>>
  /** When it ends without further requests, and when in any case. */
  readonly idleAt: number
  readonly endsAt: number
}
export type LogEntry = {
  readonly seq: number
  readonly at: number
  readonly event: string
  readonly operator: string
  readonly entry: Readonly<Record<string, string | number>>
}
export type LogCheck =
  | { readonly ok: true; readonly count: number; readonly head: string }
  | { readonly ok: false; readonly count: number; readonly brokenAt: number }
/** A relay, as its health and metrics show it. */
export type RelayView = {
  readonly isReady: boolean
  readonly failed: readonly string[]
  /** Samples of its metrics without labels, or summed over them. Absent if RELAY_METRICS_URL is not set. */
  readonly metrics?: Readonly<Record<string, number>> | undefined
}

type Nothing = Readonly<Record<string, never>>

/** By method and path. */
export type ConsoleCalls = {
  'GET /api/sign-in': { params: Nothing; result: { readonly singleSignOn: string | null } }
  'POST /api/sign-in/options': { params: Nothing; result: PublicKeyCredentialRequestOptionsJSON }
  /** Returns the identity provider's sign-in page. */
  'POST /api/sign-in/provider': { params: Nothing; result: { readonly url: string } }
  'POST /api/sign-in': { params: { readonly response: AuthenticationResponseJSON }; result: Nothing }
  /** An invitation, and how to create the passkey that accepts it. */
  'POST /api/invite/options': {
    params: { readonly token: string }
    result: { readonly name: string; readonly role: Role; readonly options: PublicKeyCredentialCreationOptionsJSON }
  }
  'POST /api/invite': {
    params: { readonly token: string; readonly passkey: string; readonly response: RegistrationResponseJSON }
    result: Nothing
  }
  'GET /api/session': { params: Nothing; result: SessionView }
  'POST /api/sign-out': { params: Nothing; result: Nothing }
  'GET /api/passkeys': { params: Nothing; result: { readonly passkeys: readonly PasskeyView[] } }
  'POST /api/passkeys/options': { params: Nothing; result: PublicKeyCredentialCreationOptionsJSON }
  'POST /api/passkeys': {
    params: { readonly passkey: string; readonly response: RegistrationResponseJSON }
    result: Nothing
  }
  'POST /api/passkeys/rename': { params: { readonly id: string; readonly name: string }; result: Nothing }
  'POST /api/passkeys/remove': { params: { readonly id: string }; result: Nothing }
  'GET /api/operators': {
    params: Nothing
    result: { readonly operators: readonly OperatorView[]; readonly invites: readonly InviteView[] }
  }
  /** The link is shown once. */
  'POST /api/operators/invite': {
    params: { readonly name: string; readonly role: Role }
    result: { readonly link: string; readonly expiresAt: number }
  }
  'POST /api/operators/withdraw': { params: { readonly id: string }; result: Nothing }
  'POST /api/operators/role': { params: { readonly id: string; readonly role: Role }; result: Nothing }
  'POST /api/operators/remove': { params: { readonly id: string }; result: Nothing }
  'GET /api/audit': {
    params: {
      readonly event?: string | undefined
      readonly operator?: string | undefined
      readonly before?: number | undefined
      readonly limit?: number | undefined
    }
    result: { readonly entries: readonly LogEntry[] }
  }
  'GET /api/audit/check': { params: Nothing; result: LogCheck }
  'GET /api/relay': { params: Nothing; result: RelayView }
}
export type ConsoleRoute = keyof ConsoleCalls
export type ConsoleParams<route extends ConsoleRoute> = ConsoleCalls[route]['params']
export type ConsoleResult<route extends ConsoleRoute> = ConsoleCalls[route]['result']

/** Names of operators, under the vault's rules: it records them. Those of its API keys start with `lk_`. */
export const operatorName: z.ZodType<string> = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'must be up to 64 letters, digits, dots and dashes')
  .refine((name) => name !== 'console' && !name.startsWith('lk_'), 'is reserved')
const id = z.string().min(1).max(1_024)
const token = z.string().regex(/^[\w-]{43}$/, 'is incomplete: copy the whole link')
const label = z.string().trim().min(1).max(64)
const nothing = z.strictObject({})
const count = z.coerce.number().pipe(z.int().positive())
/** Checked by the library that verifies it. */
const response = z.looseObject({ id: z.string(), response: z.looseObject({}) })

type Route = {
  /** `public` is before signing in. */
  readonly permission: Permission | 'public'
  readonly params: z.ZodType
}

export const consoleApi: Readonly<Record<ConsoleRoute, Route>> = {
  'GET /api/sign-in': { permission: 'public', params: nothing },
  'POST /api/sign-in/options': { permission: 'public', params: nothing },
  'POST /api/sign-in/provider': { permission: 'public', params: nothing },
  'POST /api/sign-in': { permission: 'public', params: z.strictObject({ response }) },
  'POST /api/invite/options': { permission: 'public', params: z.strictObject({ token }) },
  'POST /api/invite': { permission: 'public', params: z.strictObject({ token, passkey: label, response }) },
  'GET /api/session': { permission: 'self', params: nothing },
  'POST /api/sign-out': { permission: 'self', params: nothing },
  'GET /api/passkeys': { permission: 'self', params: nothing },
  'POST /api/passkeys/options': { permission: 'self', params: nothing },
  'POST /api/passkeys': { permission: 'self', params: z.strictObject({ passkey: label, response }) },
  'POST /api/passkeys/rename': { permission: 'self', params: z.strictObject({ id, name: label }) },
  'POST /api/passkeys/remove': { permission: 'self', params: z.strictObject({ id }) },
  'GET /api/operators': { permission: 'operators.read', params: nothing },
  'POST /api/operators/invite': {
    permission: 'operators.change',
    params: z.strictObject({ name: operatorName, role: z.enum(roles) }),
  },
  'POST /api/operators/withdraw': { permission: 'operators.change', params: z.strictObject({ id }) },
  'POST /api/operators/role': {
    permission: 'operators.change',
    params: z.strictObject({ id, role: z.enum(roles) }),
  },
  'POST /api/operators/remove': { permission: 'operators.change', params: z.strictObject({ id }) },
  'GET /api/audit': {
    permission: 'audit.read',
    params: z.strictObject({
      event: z.string().max(64).optional(),
      operator: z.string().max(64).optional(),
      before: count.optional(),
      limit: count.pipe(z.int().max(200)).default(50),
    }),
  },
  'GET /api/audit/check': { permission: 'audit.read', params: nothing },
  'GET /api/relay': { permission: 'status.read', params: nothing },
}

/**
 * - `SIGN_IN` there is no session, or it has ended; `FORBIDDEN` the role lacks the permission; `BAD_ORIGIN` sent by another site
 * - `INVALID_PARAMS` the message says which; `NOT_FOUND` unknown path or object
 * - `INVITE_INVALID` it was used, withdrawn or has expired; `PASSKEY_REFUSED` it could not be verified, or the ceremony took too long
 * - `NAME_TAKEN`, `LAST_PASSKEY`, `LAST_OWNER` after the change, no one could sign in or manage operators
 * - `NOT_CONFIGURED` the console has no such service; `SERVICE_UNAVAILABLE` it doesn't answer; `UNAVAILABLE` the console's database doesn't
 * - `TOO_MANY` requests to sign in; `SINGLE_SIGN_ON` the identity provider or the mapping refused; `INTERNAL`
 */
export type ConsoleErrorCode =
  | 'SIGN_IN'
  | 'FORBIDDEN'
  | 'BAD_ORIGIN'
  | 'INVALID_PARAMS'
  | 'NOT_FOUND'
  | 'INVITE_INVALID'
  | 'PASSKEY_REFUSED'
  | 'NAME_TAKEN'
  | 'LAST_PASSKEY'
  | 'LAST_OWNER'
  | 'NOT_CONFIGURED'
  | 'SERVICE_UNAVAILABLE'
  | 'UNAVAILABLE'
  | 'TOO_MANY'
  | 'SINGLE_SIGN_ON'
  | 'INTERNAL'
