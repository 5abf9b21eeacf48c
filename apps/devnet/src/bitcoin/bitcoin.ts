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
  /** Preferred port of the Esplora API; a free one is taken where it is busy or not given. */
  readonly port?: number | undefined
  /** Whether a block follows each transaction that is sent through the API. Default true. */
  readonly isMining?: boolean | undefined
  /** How long after the transaction, in milliseconds. Default 300. */
  readonly mineAfterMs?: number | undefined
  /** Path of bitcoind. Default: `BITCOIND_PATH` of the environment, else the one on PATH. */
  readonly bitcoind?: string | undefined
  /** Within this time the node must answer. Default 15000. */
  readonly timeoutMs?: number | undefined
}

export type RunningBitcoin = BitcoinNetwork & {
  readonly port: number
  /** Of bitcoind. */
  readonly pid: number
  /** What a page has to know, ready to be printed as JSON. */
  readonly network: BitcoinNetwork
  /** The addresses of `bitcoinDevKey(0)` to `(2)`, with coins. */
  readonly accounts: readonly BitcoinDevAccount[]
  /** All requests to the API so far, oldest first. */
  readonly requests: readonly EsploraRequest[]
  readonly forgetRequests: () => void
  /** Adds that many blocks, by default one; what waits is in the first. */
  readonly mine: (blocks?: number) => Promise<void>
  /** Switches whether a block follows each transaction that is sent through the API. */
  readonly setMining: (isMining: boolean) => void
  /** Sends coins to an address and confirms them; the id of the transaction. Takes satoshis. */
  readonly fund: (address: string, sats: number) => Promise<string>
  /** Asks bitcoind itself, for what Esplora does not tell. */
  readonly callNode: NodeRpc
  /** Settles when the node is gone, by `stop()` or by itself. */
  readonly exited: Promise<void>
  /** Ends the node and the API and waits until both are gone. May be called often. */
  readonly stop: () => Promise<void>
}

/** Starts a bitcoind in regtest with an Esplora API before it. It ends with `stop()` and with this process. */
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
    name: 'Latchkey Local Bitcoin',
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
