import type { KeptSession } from './createSmartSessionStore.js'

/** A session as it is told; times in seconds. Who sees it knows by `expiration` and `revokedAt` whether it is active. */
export function toSessionReply({ pci, details, ...session }: KeptSession): Readonly<Record<string, unknown>> {
  const { project, permissions, policies, signer } = details
  const { context, expiration, createdAt, revokedAt } = session
  return {
    pci,
    project,
    permissions,
    policies,
    signer,
    expiration: toSeconds(expiration),
    createdAt: toSeconds(createdAt),
    ...(revokedAt !== undefined && { revokedAt: toSeconds(revokedAt) }),
    ...(context !== undefined && { context }),
  }
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000)
}
