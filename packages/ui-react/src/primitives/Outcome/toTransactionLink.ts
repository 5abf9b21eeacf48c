import type { Network } from '@latchkey/core'

/** Where a transaction shows on the explorer of its network; undefined where there is none. */
export function toTransactionLink(network: Network | undefined, hash: string | undefined): string | undefined {
  const url = network?.blockExplorers?.default.url.replace(/\/$/, '')
  return url && hash ? `${url}/tx/${encodeURIComponent(hash)}` : undefined
}
