import type { Miner } from '../createMiner.js'
import { NodeRpcError } from '../node/NodeRpcError.js'
import { EsploraError } from './EsploraError.js'
import type { Routes } from './route.js'

/** What no Esplora has: a test in another process gets coins and blocks with it. */
export function devRoutes(miner: Miner): Routes {
  return {
    'POST /dev/fund/:address/:sats': async ({ address = '', sats }) => {
      try {
        return await miner.fund(address, toCount(sats))
      } catch (error) {
        if (error instanceof NodeRpcError) throw new EsploraError(error.message, { status: 400, cause: error })
        throw error
      }
    },
    'POST /dev/mine/:blocks': async ({ blocks }) => {
      await miner.mine(toCount(blocks))
      return blocks
    },
    'POST /dev/mining/:state': ({ state }) => {
      miner.setMining(state === 'on')
      return state
    },
  }
}

function toCount(text: string | undefined): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new EsploraError(`Not a whole number above zero: ${text}`, { status: 400 })
}
