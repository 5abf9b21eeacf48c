import { type Address, erc20Abi, getAddress, type Hex, hexToBigInt, toHex } from 'viem'
import { contractCall } from '../chains/contractCall.js'
import type { ServedChain } from '../chains/createChainBook.js'
import { readMulticall } from '../chains/readMulticall.js'
import type { Holdings, HoldingsRequest } from './balance.js'
import { readEvmNfts } from './readEvmNfts.js'
import type { SeenTokens } from './readSeenTokens.js'

/** What an account holds on an EVM chain, all at one block: the native currency, tokens of the list and that were seen, ERC-721. */
export async function readEvmHoldings(
  chain: ServedChain,
  { address, seen, signal }: HoldingsRequest & { readonly seen: SeenTokens },
): Promise<Holdings> {
  const { node, nativeCurrency, tokens: listed = [] } = chain
  const owner = getAddress(address)
  const block = hexToBigInt((await node.call({ method: 'eth_blockNumber', signal })) as Hex)
  const known = new Set(listed.map((token) => token.address.toLowerCase()))
  const tokens = [...listed, ...seen.tokens.filter((token) => !known.has(token.address))].filter(({ spam }) => !spam)
  const [native, amounts, nfts] = await Promise.all([
    node.call({ method: 'eth_getBalance', params: [owner, toHex(block)], signal }),
    readMulticall(chain, {
      calls: tokens.map((token) =>
        contractCall({ to: token.address as Address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
      ),
      block,
      signal,
    }),
    readEvmNfts(chain, { owner, seen: seen.nfts, block, signal }),
  ])
  const balances = tokens.flatMap(({ address: contract, name, symbol, decimals, logoUri }, index) => {
    const amount = amounts[index]
    return amount ? [{ address: getAddress(contract), name, symbol, decimals, iconUrl: logoUri, amount }] : []
  })
  const own = { ...nativeCurrency, address: undefined, iconUrl: undefined, amount: hexToBigInt(native as Hex) }
  return { balances: [own, ...balances], nfts }
}
