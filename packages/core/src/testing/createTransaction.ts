import type { HistoryTransaction, HistoryTransfer } from '../service/blockchain/types.js'

type TransactionOptions = Partial<HistoryTransaction['metadata']> & {
  readonly id?: string
  readonly transfers?: readonly HistoryTransfer[]
}

/** Creates a transaction of a service. Default: 1 ETH received on mainnet. */
export function createTransaction({ id = 't', transfers, ...metadata }: TransactionOptions = {}): HistoryTransaction {
  return {
    id,
    metadata: {
      operationType: 'receive',
      hash: `0x${id}`,
      chain: 'eip155:1',
      minedAt: '2026-03-04T12:00:00Z',
      sentFrom: '0xfrom',
      sentTo: '0xto',
      status: 'confirmed',
      ...metadata,
    },
    transfers: transfers ?? [createTransfer()],
  }
}

export function createTransfer(options: Partial<HistoryTransfer> = {}): HistoryTransfer {
  return { direction: 'in', quantity: { numeric: '1' }, fungible_info: { name: 'Ether', symbol: 'ETH' }, ...options }
}
