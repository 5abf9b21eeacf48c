import type { RunningNode } from './node/node.js'
import type { NodeRpc } from './node/rpc.js'

type MinerOptions = { readonly isMining: boolean; readonly mineAfterMs: number }

export type Miner = {
  /** Asks the node about the coins of the miner. */
  readonly rpc: NodeRpc
  readonly mine: (blocks?: number) => Promise<void>
  /** Mines a block in a moment, if it is switched on; one for all who ask until then. */
  readonly schedule: () => void
  readonly setMining: (isMining: boolean) => void
  readonly fund: (address: string, sats: number) => Promise<string>
  readonly end: () => void
}

const wallet = 'miner'

/** These make 1,000 BTC. */
const ownBlocks = 20

/** So many have to follow before the coins of a block can be spent. */
const maturity = 100

/** A wallet in the node that finds all blocks. */
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
  // to a script that nobody can spend from: blocks that are none of the wallet's come far faster
  await rpc('generatetodescriptor', [maturity, 'raw(6a)'])
  return {
    rpc,
    mine,
    schedule: () => {
      if (!isOn || timer) return
      timer = setTimeout(() => {
        timer = undefined
        // the node may just be ending
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
