import type { ChainView, NodeBlock } from '../chainIndex.js'
import type { Miner } from '../miner.js'
import { NodeRpcError } from '../node/rpc.js'
import { EsploraError, type Routes } from './server.js'

/** `/blocks/…` and `/block…`. */
export function blockRoutes(look: () => Promise<ChainView>): Routes {
  const findBlock = async (isWanted: (block: NodeBlock) => boolean): Promise<NodeBlock> => {
    const block = (await look()).blocks.find(isWanted)
    if (!block) throw new EsploraError('Block not found', { status: 404 })
    return block
  }
  return {
    'GET /blocks/tip/height': async () => String((await look()).blocks.length - 1),
    'GET /blocks/tip/hash': async () => (await look()).blocks.at(-1)?.hash ?? '',
    'GET /block-height/:height': async ({ height }) => {
      if (!/^\d+$/.test(height ?? '')) throw new EsploraError('Invalid block height', { status: 400 })
      return (await findBlock((block) => block.height === Number(height))).hash
    },
    'GET /block/:hash': async ({ hash }) => {
      const block = await findBlock((other) => other.hash === hash)
      return {
        id: block.hash,
        height: block.height,
        timestamp: block.time,
        tx_count: block.tx.length,
        previousblockhash: block.previousblockhash ?? null,
      }
    },
    'GET /block/:hash/txids': async ({ hash }) =>
      (await findBlock((other) => other.hash === hash)).tx.map(({ txid }) => txid),
  }
}

/** Additions for tests in other processes: funding and mining. */
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
