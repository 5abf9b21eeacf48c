import type { WalletListing } from '../controllers/wallets/state.js'
import type { Env } from '../modal/env.js'
import { queryWallets } from '../walletList/queryWallets.js'

export type WalletService = {
  readonly fetch: Env['fetch']
  /** All requests: decoded path and query. */
  readonly requests: string[]
  /** The wallets that it returns. Can be changed. */
  wallets: readonly WalletListing[]
  /** Responds with this status; `hang` doesn't respond. */
  fault: number | 'hang' | undefined
}

/** Creates a wallet service in memory, as `env.fetch`. All images are the same PNG. */
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

/** Creates wallets `w0`, `w1`, … with app links. */
export function createWallets(count: number): readonly WalletListing[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `w${index}`,
    name: `Wallet ${index}`,
    image_id: `i${index}`,
    mobile_link: `w${index}://`,
  }))
}
