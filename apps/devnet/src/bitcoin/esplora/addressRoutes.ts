import type { ChainView } from '../index/createChainIndex.js'
import type { NodeRpc } from '../node/createNodeRpc.js'
import { EsploraError } from './EsploraError.js'
import { listAddressTxs } from './listAddressTxs.js'
import { listUtxos } from './listUtxos.js'
import type { Routes } from './route.js'
import { toAddressJson } from './toAddressJson.js'
import { toTxJson } from './toTxJson.js'

/** Confirmed transactions per page, and those that wait, as Esplora has them. */
const pageLength = 25
const maxWaiting = 50

/** `/address/…`: what an address owns and what happened to it. */
export function addressRoutes(rpc: NodeRpc, look: () => Promise<ChainView>): Routes {
  const check = async (address: string | undefined): Promise<string> => {
    const { isvalid } = (await rpc('validateaddress', [address ?? ''])) as { readonly isvalid: boolean }
    if (!isvalid || address === undefined) throw new EsploraError('Invalid Bitcoin address', { status: 400 })
    return address
  }
  /** Those that wait, up to a limit, and the confirmed ones after `last`, a page of them. */
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
