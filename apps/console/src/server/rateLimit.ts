/** Limit of requests per client before signing in, counted in this process. */
export type RateLimit = {
  /** Returns false if the client has to wait. */
  readonly take: (client: string) => boolean
}

type RateLimitOptions = {
  readonly perMinute: number
  readonly now: () => number
}

/** Clients that are counted at once. Beyond that, all further ones share a counter. */
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
      const key = counts.has(client) || counts.size < maxClients ? toSource(client) : 'others'
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count <= perMinute
    },
  }
}

/** An IPv4 address, or the first 64 bits of an IPv6 address: a household has all of the others. */
function toSource(address: string): string {
  return address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address
}
