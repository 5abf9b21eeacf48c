import { type NodeRpc, NodeRpcError } from './node/rpc.js'

/** A transaction and its block; none in the mempool. */
export type IndexedTransaction = { readonly node: NodeTransaction; readonly block: NodeBlock | undefined }

/** A snapshot of the node's state. */
export type ChainView = {
  /** By height, at least the genesis block. */
  readonly blocks: readonly NodeBlock[]
  /** The mempool first, then from the newest block to the oldest. */
  readonly transactions: readonly IndexedTransaction[]
  readonly find: (txid: string) => IndexedTransaction | undefined
  /** Returns the output that an input spends. */
  readonly findOutput: (txid: string, vout: number) => NodeOutput | undefined
  /** Returns the transaction and input that spend an output. */
  readonly findSpender: (
    txid: string,
    vout: number,
  ) => { readonly by: IndexedTransaction; readonly vin: number } | undefined
}

/**
 * Indexes the node's chain: each call updates the snapshot, through reorganizations too. Test chains are small, so all of it stays in
 * memory.
 */
export function createChainIndex(rpc: NodeRpc): () => Promise<ChainView> {
  const blocks: NodeBlock[] = []
  const waiting = new Map<string, NodeTransaction>()
  let view: ChainView | undefined
  let running: Promise<unknown> = Promise.resolve()

  /** Returns whether anything changed. Reads the mempool first, so that transactions mined meanwhile are found in their block. */
  const follow = async (): Promise<boolean> => {
    const ids = (await rpc('getrawmempool')) as readonly string[]
    const gone = [...waiting.keys()].filter((txid) => !ids.includes(txid))
    for (const txid of gone) waiting.delete(txid)
    const added = ids.filter((txid) => !waiting.has(txid))
    for (const txid of added) {
      const transaction = await readWaiting(rpc, txid)
      if (transaction) waiting.set(txid, transaction)
    }
    return (await followBlocks(rpc, blocks)) || gone.length > 0 || added.length > 0
  }

  return () => {
    const next = running.then(async () => {
      const isChanged = await follow()
      if (!view || isChanged) view = toView(blocks, waiting)
      return view
    })
    // a failed update does not stop the next one
    running = next.catch(() => undefined)
    return next
  }
}

async function readWaiting(rpc: NodeRpc, txid: string): Promise<NodeTransaction | undefined> {
  try {
    return (await rpc('getrawtransaction', [txid, 1])) as NodeTransaction
  } catch (error) {
    // mined or replaced
    if (error instanceof NodeRpcError) return undefined
    throw error
  }
}

/** Removes blocks that the node no longer has, then adds new ones. */
async function followBlocks(rpc: NodeRpc, blocks: NodeBlock[]): Promise<boolean> {
  const best = (await rpc('getbestblockhash')) as string
  if (blocks.at(-1)?.hash === best) return false
  const missing: NodeBlock[] = []
  let hash: string | undefined = best
  while (hash !== undefined) {
    const block = (await rpc('getblock', [hash, 2])) as NodeBlock
    missing.unshift(block)
    blocks.length = Math.min(blocks.length, block.height)
    if (block.height === 0 || blocks.at(-1)?.hash === block.previousblockhash) break
    hash = block.previousblockhash
  }
  blocks.push(...missing)
  return true
}

function toView(blocks: readonly NodeBlock[], waiting: ReadonlyMap<string, NodeTransaction>): ChainView {
  const confirmed = [...blocks].reverse().flatMap((block) => block.tx.map((node) => ({ node, block })))
  const ids = new Set(confirmed.map(({ node }) => node.txid))
  const unconfirmed = [...waiting.values()].filter(({ txid }) => !ids.has(txid)).reverse()
  const transactions = [...unconfirmed.map((node) => ({ node, block: undefined })), ...confirmed]
  const byId = new Map(transactions.map((transaction) => [transaction.node.txid, transaction]))
  const spenders = new Map(
    transactions.flatMap((by) =>
      by.node.vin.map((input, vin) => [`${input.txid}:${input.vout}`, { by, vin }] as const),
    ),
  )
  return {
    blocks: [...blocks],
    transactions,
    find: (txid) => byId.get(txid),
    findOutput: (txid, vout) => byId.get(txid)?.node.vout[vout],
    findSpender: (txid, vout) => spenders.get(`${txid}:${vout}`),
  }
}

/** A transaction in bitcoind's JSON; amounts in BTC. */
type NodeTransaction = {
  readonly txid: string
  readonly version: number
  readonly size: number
  readonly weight: number
  readonly locktime: number
  readonly hex: string
  readonly vin: readonly NodeInput[]
  readonly vout: readonly NodeOutput[]
}

export type NodeInput = {
  readonly coinbase?: string
  readonly txid?: string
  readonly vout?: number
  readonly scriptSig?: { readonly hex: string }
  readonly txinwitness?: readonly string[]
  readonly sequence: number
}

export type NodeOutput = {
  readonly value: number
  readonly n: number
  readonly scriptPubKey: { readonly hex: string; readonly type: string; readonly address?: string }
}

export type NodeBlock = {
  readonly hash: string
  readonly height: number
  readonly time: number
  readonly previousblockhash?: string
  readonly tx: readonly NodeTransaction[]
}
