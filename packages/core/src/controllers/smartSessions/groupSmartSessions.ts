import type { SmartSession } from '../../api/blockchain/types.js'

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
