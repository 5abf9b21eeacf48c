import type { Env, HistoryTransaction, HistoryTransfer } from '@latchkey/core'

export type FakeHistory = {
  readonly url: string
  readonly fetch: Env['fetch']
  /** Requested cursors; null for the first page. */
  readonly asked: (string | null)[]
  transactions: readonly HistoryTransaction[]
  /** Supported networks. */
  chains: readonly string[]
  /** Responds with this status from now on. */
  failure: number | undefined
  /** All responses wait for this promise. */
  hold: Promise<unknown> | undefined
}

/** A transaction history service in memory. */
export function createFakeHistory(transactions: readonly HistoryTransaction[], pageSize = 50): FakeHistory {
  const history: FakeHistory = {
    url: 'https://history.example',
    asked: [],
    transactions,
    chains: ['eip155:1', 'eip155:10'],
    failure: undefined,
    hold: undefined,
    async fetch(input) {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
      await history.hold
      if (pathname === '/v1/supported-chains') return Response.json({ http: history.chains, ws: [] })
      const cursor = searchParams.get('cursor')
      history.asked.push(cursor)
      if (history.failure) return new Response('', { status: history.failure })
      const from = Number(cursor ?? 0)
      const next = from + pageSize < history.transactions.length ? String(from + pageSize) : null
      return Response.json({ data: history.transactions.slice(from, from + pageSize), next })
    },
  }
  return history
}

/** Creates transactions on Ethereum, newest first, one hour apart. */
export function createFakeTransactions(count: number): readonly HistoryTransaction[] {
  const start = Date.parse('2026-03-20T12:00:00Z')
  return Array.from({ length: count }, (_, index) =>
    createFakeTransaction({ id: `t${index}`, minedAt: new Date(start - index * 3_600_000).toISOString() }),
  )
}

export function createFakeTransaction({
  id = 't',
  transfers = [createFakeTransfer({})],
  ...metadata
}: Partial<HistoryTransaction['metadata']> & {
  readonly id?: string
  readonly transfers?: readonly HistoryTransfer[]
}): HistoryTransaction {
  const base = {
    hash: `0x${id}`,
    chain: 'eip155:1',
    minedAt: '2026-03-20T12:00:00Z',
    sentFrom: '',
    sentTo: '',
  } as const
  return { id, metadata: { operationType: 'receive', status: 'confirmed', ...base, ...metadata }, transfers }
}

export function createFakeTransfer(transfer: Partial<HistoryTransfer>): HistoryTransfer {
  return { direction: 'in', quantity: { numeric: '1' }, fungible_info: { symbol: 'ETH' }, ...transfer }
}
