/** Limit of requests per client before signing in, counted in this process. */
export type RateLimit = {
  /** Returns false if the client has to wait. `client`: its network. */
  readonly take: (client: string) => boolean
}

type RateLimitOptions = {
  readonly perMinute: number
  readonly now: () => number
}

/** Clients that are counted at once; those that have been idle longest are removed first. */
const maxClients = 10_000

/** Counts requests by client and minute. */
export function createRateLimit({ perMinute, now }: RateLimitOptions): RateLimit {
  const counts = new Map<string, number>()
  let minute = 0
  return {
    take(client) {
      const current = Math.floor(now() / 60_000)
      if (current !== minute) {
        counts.clear()
        minute = current
      }
      const count = (counts.get(client) ?? 0) + 1
      counts.delete(client)
      counts.set(client, count)
      for (const idlest of counts.keys()) {
        if (counts.size <= maxClients) break
        counts.delete(idlest)
      }
      return count <= perMinute
    },
  }
}
