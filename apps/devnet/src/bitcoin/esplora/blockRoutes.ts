import type { ChainView } from '../index/createChainIndex.js'
import type { NodeBlock } from '../index/nodeTransaction.js'
import { EsploraError } from './EsploraError.js'
import type { Routes } from './route.js'

/** `/blocks/…` and `/block…`: the chain itself. */
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
