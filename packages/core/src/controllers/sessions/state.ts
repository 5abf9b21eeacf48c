import { deadlines } from '../../modal/deadlines.js'
import type { SmartSession } from '../../service/blockchain/types.js'
import type { CaipAddress } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'

/** The permissions that an account has granted. */
export type SmartSessionsState = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** Whose they are. */
  readonly caipAddress: CaipAddress
  readonly sessions: readonly SmartSession[]
  /** Why they could not be read. */
  readonly error?: AskError | undefined
  /** The one that is being taken back, or could not be. */
  readonly revoking?: { readonly pci: string; readonly error?: AskError | undefined } | undefined
}

/** Milliseconds. */
export const sessionDelays: { readonly call: number; readonly revoke: number } = {
  call: 15_000,
  revoke: deadlines.approval + 15_000,
}

export const sessionKeys = { list: 'smartSessions:list', revoke: 'smartSessions:revoke' } as const

export type SessionGroups = {
  readonly active: readonly SmartSession[]
  readonly expired: readonly SmartSession[]
  readonly revoked: readonly SmartSession[]
}

/** Permissions by what has become of them, the newest end first. `now` in milliseconds since the epoch. What was taken back is never expired. */
export function groupSmartSessions(sessions: readonly SmartSession[], now: number): SessionGroups {
  const sorted = sessions.toSorted((a, b) => toEnd(b) - toEnd(a))
  return {
    active: sorted.filter((session) => !isRevoked(session) && !isOver(session, now)),
    expired: sorted.filter((session) => !isRevoked(session) && isOver(session, now)),
    revoked: sorted.filter(isRevoked),
  }
}

function toEnd({ revokedAt, expiration }: SmartSession): number {
  return revokedAt || expiration
}

/** Services write 0 for what has not been taken back. */
function isRevoked({ revokedAt }: SmartSession): boolean {
  return revokedAt !== undefined && revokedAt > 0
}

function isOver({ expiration }: SmartSession, now: number): boolean {
  return expiration * 1_000 <= now
}
