import type { ChainView, IndexedTransaction } from '../chainIndex.js'
import type { NodeRpc } from '../node/rpc.js'
import { EsploraError, type Routes } from './server.js'
import { type StatusJson, toSats, toStatusJson, toTxJson } from './txJson.js'

/** Esplora's limits: confirmed transactions per page, and mempool transactions. */
const pageLength = 25

const maxWaiting = 50

/** `/address/…`: balance and transactions of an address. */
export function addressRoutes(rpc: NodeRpc, look: () => Promise<ChainView>): Routes {
  const check = async (address: string | undefined): Promise<string> => {
    const { isvalid } = (await rpc('validateaddress', [address ?? ''])) as { readonly isvalid: boolean }
    if (!isvalid || address === undefined) throw new EsploraError('Invalid Bitcoin address', { status: 400 })
    return address
  }
  /** Mempool transactions up to a limit, and a page of confirmed ones after `last`. */
  const list = async (address: string | undefined, isWaiting: boolean, last?: string): Promise<object[]> => {
    const owner = await check(address)
    const view = await look()
    const all = listAddressTxs(view, owner)
    const confirmed = all.filter(({ block }) => block)
    const from = last === undefined ? 0 : confirmed.findIndex(({ node }) => node.txid === last) + 1
    const page = confirmed.slice(from, from + pageLength)
    const waiting = isWaiting ? all.filter(({ block }) => !block).slice(0, maxWaiting) : []
    return [...waiting, ...page].map((transaction) => toTxJson(view, transaction))
  }
  return {
    'GET /address/:address': async ({ address }) => {
      const owner = await check(address)
      return toAddressJson(await look(), owner)
    },
    'GET /address/:address/utxo': async ({ address }) => {
      const owner = await check(address)
      return listUtxos(await look(), owner)
    },
    'GET /address/:address/txs': ({ address }) => list(address, true),
    'GET /address/:address/txs/chain': ({ address }) => list(address, false),
    'GET /address/:address/txs/chain/:last': ({ address, last }) => list(address, false, last),
    'GET /address/:address/txs/mempool': async ({ address }) => {
      const owner = await check(address)
      const view = await look()
      const waiting = listAddressTxs(view, owner).filter(({ block }) => !block)
      return waiting.slice(0, maxWaiting).map((transaction) => toTxJson(view, transaction))
    },
  }
}

/** Lists the transactions that pay to an address or spend from it, newest first. */
function listAddressTxs(view: ChainView, address: string): IndexedTransaction[] {
  return view.transactions.filter(
    ({ node }) =>
      node.vout.some(({ scriptPubKey }) => scriptPubKey.address === address) ||
      node.vin.some(({ txid, vout }) => view.findOutput(txid ?? '', vout ?? -1)?.scriptPubKey.address === address),
  )
}

type UtxoJson = {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly status: StatusJson
}

/** Lists the unspent outputs of an address; outputs spent in the mempool are left out. */
function listUtxos(view: ChainView, address: string): UtxoJson[] {
  return view.transactions.flatMap((transaction) =>
    transaction.node.vout.flatMap(({ scriptPubKey, n, value }) => {
      const { txid } = transaction.node
      if (scriptPubKey.address !== address || view.findSpender(txid, n)) return []
      return [{ txid, vout: n, value: toSats(value), status: toStatusJson(transaction) }]
    }),
  )
}

type AddressStats = {
  readonly funded_txo_count: number
  readonly funded_txo_sum: number
  readonly spent_txo_count: number
  readonly spent_txo_sum: number
  readonly tx_count: number
}

type AddressJson = {
  readonly address: string
  readonly chain_stats: AddressStats
  readonly mempool_stats: AddressStats
}

/** Esplora's totals of an address, for blocks and the mempool. */
function toAddressJson(view: ChainView, address: string): AddressJson {
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
