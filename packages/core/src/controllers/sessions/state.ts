import { timeouts } from '../../modal/timeouts.js'
import type { SmartSession } from '../../service/blockchain/types.js'
import type { CaipAddress } from '../../utils/caip.js'
import type { RequestError } from '../connection/state.js'

/** The only namespace with permissions. */
export const namespace = 'eip155'

/** The permissions (smart sessions) that an account has granted. */
export type SmartSessionsState = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** The account that granted them. */
  readonly caipAddress: CaipAddress
  readonly sessions: readonly SmartSession[]
  /** Why loading failed. */
  readonly error?: RequestError | undefined
  /** The one that is being revoked, or failed to be. */
  readonly revoking?: { readonly pci: string; readonly error?: RequestError | undefined } | undefined
}

/** Milliseconds. */
export const sessionDelays: { readonly call: number; readonly revoke: number } = {
  call: 15_000,
  revoke: timeouts.approval + 15_000,
}

export const sessionKeys = { list: 'smartSessions:list', revoke: 'smartSessions:revoke' } as const

export type SessionGroups = {
  readonly active: readonly SmartSession[]
  readonly expired: readonly SmartSession[]
  readonly revoked: readonly SmartSession[]
}

/**
 * Groups permissions by status, latest end first. A revoked one never counts as expired. `now`: milliseconds since the
 * epoch.
 */
export function groupSmartSessions(sessions: readonly SmartSession[], now: number): SessionGroups {
  const sorted = sessions.toSorted((a, b) => toEnd(b) - toEnd(a))
  return {
    active: sorted.filter((session) => !isRevoked(session) && !isExpired(session, now)),
    expired: sorted.filter((session) => !isRevoked(session) && isExpired(session, now)),
    revoked: sorted.filter(isRevoked),
  }
}

function toEnd({ revokedAt, expiration = Number.MAX_SAFE_INTEGER }: SmartSession): number {
  return revokedAt || expiration
}

/** Services use 0 for permissions that are not revoked. */
function isRevoked({ revokedAt }: SmartSession): boolean {
  return revokedAt !== undefined && revokedAt > 0
}

function isExpired({ expiration }: SmartSession, now: number): boolean {
  return expiration !== undefined && expiration * 1_000 <= now
}
