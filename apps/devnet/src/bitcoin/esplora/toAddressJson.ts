import type { ChainView, IndexedTransaction } from '../index/createChainIndex.js'
import { listAddressTxs } from './listAddressTxs.js'
import { toSats } from './toSats.js'

export type AddressStats = {
  readonly funded_txo_count: number
  readonly funded_txo_sum: number
  readonly spent_txo_count: number
  readonly spent_txo_sum: number
  readonly tx_count: number
}

export type AddressJson = {
  readonly address: string
  readonly chain_stats: AddressStats
  readonly mempool_stats: AddressStats
}

/** What an address received and spent, in blocks and in what waits, as Esplora tells it. */
export function toAddressJson(view: ChainView, address: string): AddressJson {
  const all = listAddressTxs(view, address)
  const toStats = (transactions: readonly IndexedTransaction[]): AddressStats => {
    const isOwn = ({ scriptPubKey }: { scriptPubKey: { address?: string } }): boolean =>
      scriptPubKey.address === address
    const funded = transactions.flatMap(({ node }) => node.vout).filter(isOwn)
    const spent = transactions
      .flatMap(({ node }) => node.vin)
      .flatMap(({ txid, vout }) => view.findOutput(txid ?? '', vout ?? -1) ?? [])
      .filter(isOwn)
    const sum = (outputs: readonly { value: number }[]): number =>
      outputs.reduce((total, { value }) => total + toSats(value), 0)
    return {
      funded_txo_count: funded.length,
      funded_txo_sum: sum(funded),
      spent_txo_count: spent.length,
      spent_txo_sum: sum(spent),
      tx_count: transactions.length,
    }
  }
  return {
    address,
    chain_stats: toStats(all.filter(({ block }) => block)),
    mempool_stats: toStats(all.filter(({ block }) => !block)),
  }
}
