import { type Address, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import { contractCall } from '../chains/contractCall.js'
import type { ServedChain } from '../chains/createChainBook.js'
import { readMulticall } from '../chains/readMulticall.js'
import type { Pool } from './pool.js'

const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
const pairAbi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function token0() view returns (address)',
])

export type ReadPoolsOptions = {
  readonly factory: Address
  readonly pairs: readonly { readonly token: Address; readonly quote: Address }[]
  readonly block: bigint
  readonly signal: AbortSignal
}

/** The pools of those pairs at a block; pairs without one are left out. */
export async function readPools(
  chain: ServedChain,
  { factory, pairs, block, signal }: ReadPoolsOptions,
): Promise<readonly Pool[]> {
  const findPair = ({ token, quote }: { token: Address; quote: Address }) =>
    contractCall({ to: factory, abi: factoryAbi, functionName: 'getPair', args: [token, quote] })
  const addresses = await readMulticall(chain, { calls: pairs.map(findPair), block, signal })
  const found = pairs.flatMap((pair, index) => {
    const address = addresses[index]
    return address && address !== zeroAddress ? [{ ...pair, address }] : []
  })
  if (found.length === 0) return []
  const [reserves, firsts] = await Promise.all([
    readMulticall(chain, {
      calls: found.map(({ address }) =>
        contractCall({ to: address, abi: pairAbi, functionName: 'getReserves', args: [] }),
      ),
      block,
      signal,
    }),
    readMulticall(chain, {
      calls: found.map(({ address }) => contractCall({ to: address, abi: pairAbi, functionName: 'token0', args: [] })),
      block,
      signal,
    }),
  ])
  return found.flatMap(({ token, quote }, index) => {
    const [first, held] = [firsts[index], reserves[index]]
    if (!first || !held) return []
    const [tokenReserve, quoteReserve] = isAddressEqual(first, token) ? held : [held[1], held[0]]
    return tokenReserve === 0n || quoteReserve === 0n ? [] : [{ token, quote, tokenReserve, quoteReserve }]
  })
}
