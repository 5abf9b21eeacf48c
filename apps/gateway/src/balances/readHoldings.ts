import type { ServedChain } from '../chains/createChainBook.js'
import type { GatewayContext } from '../context.js'
import type { Holdings, HoldingsRequest } from './balance.js'
import { readBitcoinHoldings } from './readBitcoinHoldings.js'
import { readEvmHoldings } from './readEvmHoldings.js'
import { readSeenTokens } from './readSeenTokens.js'
import { readSolanaHoldings } from './readSolanaHoldings.js'

/** What an address holds on a chain of its family. Throws as the node does. */
export async function readHoldings(
  context: GatewayContext,
  { chain, address, signal }: HoldingsRequest & { readonly chain: ServedChain },
): Promise<Holdings> {
  if (chain.namespace === 'solana') return readSolanaHoldings(chain, { address, signal })
  if (chain.namespace === 'bip122') return readBitcoinHoldings(context, { chain, address, signal })
  const seen = await readSeenTokens(context, { chain, address })
  return readEvmHoldings(chain, { address, seen, signal })
}
