import type { WalletListing } from '../controllers/wallets/state.js'
import type { Env } from '../modal/env.js'
import { queryWallets } from '../walletList/queryWallets.js'

export type WalletService = {
  readonly fetch: Env['fetch']
  /** What it was asked, path and query as read. */
  readonly requests: string[]
  /** What it gives; may be changed. */
  wallets: readonly WalletListing[]
  /** Answers with this status, `hang` not at all. */
  fault: number | 'hang' | undefined
}

/** A service of wallets in memory, as `env.fetch`. Its images are one PNG for every id. */
export function createWalletService(wallets: readonly WalletListing[]): WalletService {
  const service: WalletService = {
    requests: [],
    wallets,
    fault: undefined,
    async fetch(input, init) {
      const { pathname, searchParams } = new URL(String(input))
      service.requests.push(decodeURIComponent(`${pathname}?${searchParams}`))
      if (service.fault === 'hang')
        return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
      if (service.fault !== undefined) return new Response('no', { status: service.fault })
      if (pathname !== '/getWallets') return new Response(Uint8Array.from('\x89PNG\r\n\x1a\n', (c) => c.charCodeAt(0)))
      const list = (name: string): readonly string[] | undefined => searchParams.get(name)?.split(',')
      return Response.json(
        queryWallets(service.wallets, {
          page: Number(searchParams.get('page')),
          entries: Number(searchParams.get('entries')),
          include: list('include'),
          exclude: list('exclude'),
          chains: list('chains'),
          search: searchParams.get('search') ?? undefined,
          badge_type: searchParams.get('badge_type') === 'certified' ? 'certified' : undefined,
        }),
      )
    },
  }
  return service
}

/** `w0`, `w1`, … with links that lead to them on a phone. */
export function createWallets(count: number): readonly WalletListing[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `w${index}`,
    name: `Wallet ${index}`,
    image_id: `i${index}`,
    mobile_link: `w${index}://`,
  }))
}
