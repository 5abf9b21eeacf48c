import type { RunningNode } from './node/node.js'
import type { NodeRpc } from './node/rpc.js'

type MinerOptions = { readonly isMining: boolean; readonly mineAfterMs: number }

export type Miner = {
  /** Calls the node for the miner's wallet. */
  readonly rpc: NodeRpc
  readonly mine: (blocks?: number) => Promise<void>
  /** Mines a block after a delay, if enabled; calls until then share it. */
  readonly schedule: () => void
  readonly setMining: (isMining: boolean) => void
  readonly fund: (address: string, sats: number) => Promise<string>
  readonly end: () => void
}

const wallet = 'miner'

/** Blocks that yield 1,000 BTC. */
const ownBlocks = 20

/** Confirmations before a block's coins can be spent. */
const maturity = 100

/** Creates a wallet in the node that mines all blocks. */
export async function createMiner(node: RunningNode, { isMining, mineAfterMs }: MinerOptions): Promise<Miner> {
  await node.rpc('createwallet', [wallet])
  const rpc = node.walletRpc(wallet)
  const address = (await rpc('getnewaddress')) as string
  let isOn = isMining
  let timer: NodeJS.Timeout | undefined
  const mine = async (blocks = 1): Promise<void> => {
    await rpc('generatetoaddress', [blocks, address])
  }
  await mine(ownBlocks)
  // to an unspendable script: mining is much faster for blocks outside the wallet
  await rpc('generatetodescriptor', [maturity, 'raw(6a)'])
  return {
    rpc,
    mine,
    schedule: () => {
      if (!isOn || timer) return
      timer = setTimeout(() => {
        timer = undefined
        // the node may be shutting down
        mine().catch(() => undefined)
      }, mineAfterMs)
    },
    setMining: (next) => {
      isOn = next
    },
    fund: async (to, sats) => {
      const txid = (await rpc('sendtoaddress', [to, (sats / 100_000_000).toFixed(8)])) as string
      await mine()
      return txid
    },
    end: () => clearTimeout(timer),
  }
}
