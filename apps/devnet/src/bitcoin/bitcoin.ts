import { createChainIndex } from './chainIndex.js'
import { addressRoutes } from './esplora/addresses.js'
import { blockRoutes, devRoutes } from './esplora/blocks.js'
import { mempoolRoutes } from './esplora/mempool.js'
import { type EsploraRequest, serveEsplora } from './esplora/server.js'
import { txRoutes } from './esplora/transactions.js'
import { type BitcoinDevAccount, fundDevAccounts } from './funding.js'
import { createMiner } from './miner.js'
import { type BitcoinNetwork, bitcoinCaipNetworkId } from './network.js'
import { type RunningNode, startNode } from './node/node.js'
import type { NodeRpc } from './node/rpc.js'

export type StartBitcoinOptions = {
  /** Preferred port of the Esplora API. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
  /** Mines a block after each transaction that is sent through the API. Default: true. */
  readonly isMining?: boolean | undefined
  /** Milliseconds after the transaction. Default: 300. */
  readonly mineAfterMs?: number | undefined
  /** Path of bitcoind. Default: `BITCOIND_PATH`, else the one on PATH. */
  readonly bitcoind?: string | undefined
  /** Timeout for the first response, in milliseconds. Default: 15000. */
  readonly timeoutMs?: number | undefined
}

export type RunningBitcoin = BitcoinNetwork & {
  readonly port: number
  /** bitcoind's own URL. */
  readonly pid: number
  /** Configuration for pages, as plain JSON. */
  readonly network: BitcoinNetwork
  /** The funded addresses of `bitcoinDevKey(0)` to `(2)`. */
  readonly accounts: readonly BitcoinDevAccount[]
  /** All requests to the API so far, oldest first. */
  readonly requests: readonly EsploraRequest[]
  readonly forgetRequests: () => void
  /** Mines blocks, by default one; the first one includes the mempool. */
  readonly mine: (blocks?: number) => Promise<void>
  /** Turns mining after each transaction on or off. */
  readonly setMining: (isMining: boolean) => void
  /** Sends satoshis to an address, confirms them and returns the transaction id. */
  readonly fund: (address: string, sats: number) => Promise<string>
  /** Calls bitcoind directly, for what Esplora lacks. */
  readonly callNode: NodeRpc
  /** Settles when the node has exited, by `stop()` or on its own. */
  readonly exited: Promise<void>
  /** Stops the node and the API and waits for both. May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Starts bitcoind in regtest with an Esplora API. It stops with `stop()` and with this process. */
export async function startBitcoin(options: StartBitcoinOptions = {}): Promise<RunningBitcoin> {
  const { port = 0, isMining = true, mineAfterMs = 300, timeoutMs = 15_000 } = options
  const bitcoind = options.bitcoind ?? process.env['BITCOIND_PATH'] ?? 'bitcoind'
  const node = await startNode({ bitcoind, timeoutMs })
  try {
    return await serveEsploraApi(node, { port, isMining, mineAfterMs })
  } catch (error) {
    await node.stop()
    throw error
  }
}

type ServeEsploraOptions = { readonly port: number; readonly isMining: boolean; readonly mineAfterMs: number }

async function serveEsploraApi(node: RunningNode, options: ServeEsploraOptions): Promise<RunningBitcoin> {
  const { rpc } = node
  const miner = await createMiner(node, options)
  const accounts = await fundDevAccounts(rpc, miner.rpc)
  await miner.mine(1)
  const look = createChainIndex(rpc)
  await look()
  const requests: EsploraRequest[] = []
  const served = await serveEsplora({
    port: options.port,
    onRequest: (request) => void requests.push(request),
    routes: {
      ...addressRoutes(rpc, look),
      ...txRoutes({ rpc, look, onSent: miner.schedule }),
      ...blockRoutes(look),
      ...mempoolRoutes(rpc, look),
      ...devRoutes(miner),
    },
  })
  const network: BitcoinNetwork = {
    name: 'Local Bitcoin',
    esploraUrl: served.url,
    caipNetworkId: bitcoinCaipNetworkId,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  }
  return {
    ...network,
    network,
    port: served.port,
    pid: node.pid,
    accounts,
    requests,
    forgetRequests: () => {
      requests.length = 0
    },
    mine: miner.mine,
    setMining: miner.setMining,
    fund: miner.fund,
    callNode: rpc,
    exited: node.exited,
    stop: async () => {
      miner.end()
      await Promise.all([served.close(), node.stop()])
    },
  }
}
