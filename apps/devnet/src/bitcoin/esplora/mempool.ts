import type { ChainView } from '../chainIndex.js'
import type { NodeRpc } from '../node/rpc.js'
import type { Routes } from './server.js'
import { toSats, toTxJson } from './txJson.js'

/** Esplora's confirmation targets, in blocks. */
const confirmationTargets = [...Array.from({ length: 25 }, (_, index) => index + 1), 144, 504, 1_008]

const recentLength = 10

/** `/mempool/…` and `/fee-estimates`. */
export function mempoolRoutes(rpc: NodeRpc, look: () => Promise<ChainView>): Routes {
  const listWaiting = async (): Promise<{ txid: string; fee: number; vsize: number; value: number }[]> => {
    const view = await look()
    return view.transactions
      .filter(({ block }) => !block)
      .map((transaction) => {
        const { txid, fee, weight, vout } = toTxJson(view, transaction)
        return { txid, fee, vsize: Math.ceil(weight / 4), value: vout.reduce((sum, { value }) => sum + value, 0) }
      })
  }
  return {
    'GET /mempool': async () => {
      const waiting = await listWaiting()
      const sum = (key: 'fee' | 'vsize'): number => waiting.reduce((total, entry) => total + entry[key], 0)
      const rates = waiting.map(({ fee, vsize }): [number, number] => [fee / vsize, vsize])
      return {
        count: waiting.length,
        vsize: sum('vsize'),
        total_fee: sum('fee'),
        fee_histogram: rates.sort(([one], [other]) => other - one),
      }
    },
    'GET /mempool/txids': async () => (await listWaiting()).map(({ txid }) => txid),
    'GET /mempool/recent': async () => (await listWaiting()).slice(0, recentLength),
    'GET /fee-estimates': async () => {
      const estimates: [number, number][] = []
      for (const target of confirmationTargets) estimates.push([target, await estimate(rpc, target)])
      return Object.fromEntries(estimates)
    },
  }
}

type Estimate = { readonly feerate?: number }

type Mempool = { readonly mempoolminfee: number }

/** Satoshis per virtual byte. A new chain has too few transactions for an estimate: then the minimum relay fee. */
async function estimate(rpc: NodeRpc, target: number): Promise<number> {
  const { feerate } = (await rpc('estimatesmartfee', [target])) as Estimate
  const { mempoolminfee } = (await rpc('getmempoolinfo')) as Mempool
  return toSats(feerate ?? mempoolminfee) / 1_000
}
