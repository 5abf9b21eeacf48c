import type { ChainView } from '../index/createChainIndex.js'
import { toSats } from './toSats.js'
import { type StatusJson, toStatusJson } from './toStatusJson.js'

export type UtxoJson = {
  readonly txid: string
  readonly vout: number
  readonly value: number
  readonly status: StatusJson
}

/** The outputs to an address that nothing spends, not even what still waits. */
export function listUtxos(view: ChainView, address: string): UtxoJson[] {
  return view.transactions.flatMap((transaction) =>
    transaction.node.vout.flatMap(({ scriptPubKey, n, value }) => {
      const { txid } = transaction.node
      if (scriptPubKey.address !== address || view.findSpender(txid, n)) return []
      return [{ txid, vout: n, value: toSats(value), status: toStatusJson(transaction) }]
    }),
  )
}
