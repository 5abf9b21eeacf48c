import type { ChainView, IndexedTransaction } from '../index/createChainIndex.js'

/** All transactions that pay to an address or spend from it, newest first. */
export function listAddressTxs(view: ChainView, address: string): IndexedTransaction[] {
  return view.transactions.filter(
    ({ node }) =>
      node.vout.some(({ scriptPubKey }) => scriptPubKey.address === address) ||
      node.vin.some(({ txid, vout }) => view.findOutput(txid ?? '', vout ?? -1)?.scriptPubKey.address === address),
  )
}
