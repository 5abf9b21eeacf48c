import type { ChainView, IndexedTransaction } from '../chainIndex.js'
import { type NodeRpc, NodeRpcError } from '../node/rpc.js'
import { EsploraError, type Routes } from './server.js'
import { toStatusJson, toTxJson } from './txJson.js'

type TxRoutesOptions = {
  readonly rpc: NodeRpc
  readonly look: () => Promise<ChainView>
  /** Called after the node accepted a transaction. */
  readonly onSent: () => void
}

/** `/tx/…`: reading and sending transactions. */
export function txRoutes({ rpc, look, onSent }: TxRoutesOptions): Routes {
  const find = async (txid: string | undefined): Promise<{ view: ChainView; transaction: IndexedTransaction }> => {
    if (!/^[0-9a-f]{64}$/i.test(txid ?? '')) throw new EsploraError('Invalid hex string', { status: 400 })
    const view = await look()
    const transaction = view.find((txid ?? '').toLowerCase())
    if (!transaction) throw new EsploraError('Transaction not found', { status: 404 })
    return { view, transaction }
  }
  const toOutspend = (view: ChainView, txid: string, vout: number): object => {
    const spender = view.findSpender(txid, vout)
    if (!spender) return { spent: false }
    return { spent: true, txid: spender.by.node.txid, vin: spender.vin, status: toStatusJson(spender.by) }
  }
  return {
    'GET /tx/:txid': async ({ txid }) => {
      const { view, transaction } = await find(txid)
      return toTxJson(view, transaction)
    },
    'GET /tx/:txid/status': async ({ txid }) => toStatusJson((await find(txid)).transaction),
    'GET /tx/:txid/hex': async ({ txid }) => (await find(txid)).transaction.node.hex,
    'GET /tx/:txid/outspends': async ({ txid }) => {
      const { view, transaction } = await find(txid)
      return transaction.node.vout.map(({ n }) => toOutspend(view, transaction.node.txid, n))
    },
    'GET /tx/:txid/outspend/:vout': async ({ txid, vout }) => {
      const { view, transaction } = await find(txid)
      return toOutspend(view, transaction.node.txid, Number(vout))
    },
    'POST /tx': async (_, body) => {
      try {
        const txid = (await rpc('sendrawtransaction', [body.trim()])) as string
        onSent()
        return txid
      } catch (error) {
        if (!(error instanceof NodeRpcError)) throw error
        const { code, message } = error
        throw new EsploraError(`sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`, {
          status: 400,
          cause: error,
        })
      }
    },
  }
}
