import { isDatabaseUnavailable } from '@latchkey/server-kit/database'
import { type Address, erc20Abi, getAddress, type Hex, hexToBigInt, toHex } from 'viem'
import type { ServedChain } from '../chains/chainBook.js'
import type { ListedToken } from '../chains/config.js'
import { contractCall, readMulticall } from '../chains/contracts.js'
import type { GatewayContext } from '../context.js'
import { isDecimals } from '../indexer/tokenNames.js'
import { type Holdings, type HoldingsRequest, type SeenNft, toNativeBalance } from './holdings.js'
import { readEvmNfts } from './nfts.js'
import { isSpam } from './spam.js'

/** Reads the native currency, listed and seen tokens, and NFTs of an account at one block. */
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
  const own = { ...toNativeBalance(nativeCurrency), amount: hexToBigInt(native as Hex) }
  return { balances: [own, ...balances], nfts }
}

export type SeenTokens = {
  readonly tokens: readonly ListedToken[]
  readonly nfts: readonly SeenNft[]
}

type SeenRow = {
  readonly token: string
  readonly token_id: string
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
}

const seenStatement = `SELECT held.token, held.token_id, known.name, known.symbol, known.decimals
  FROM chain_holdings AS held LEFT JOIN chain_tokens AS known ON known.chain = held.chain AND known.address = held.token
  WHERE held.account = $1 AND held.chain = $2 ORDER BY held.token, held.token_id LIMIT 1000`

/**
 * Reads the tokens that were ever sent to an account, as far as blocks are indexed, without spam. Empty if the database is missing or
 * unavailable: listed tokens don't need it.
 */
export async function readSeenTokens(
  { database, warn }: Pick<GatewayContext, 'database' | 'warn'>,
  { chain, address }: { readonly chain: ServedChain; readonly address: string },
): Promise<SeenTokens> {
  if (!database || !chain.index) return { tokens: [], nfts: [] }
  try {
    const rows = await database.query<SeenRow>(seenStatement, [address.toLowerCase(), chain.caipNetworkId])
    return {
      tokens: rows.flatMap(({ token, token_id, name, symbol, decimals }) => {
        if (token_id !== '-1' || !name || !symbol || !isDecimals(decimals) || isSpam({ name, symbol })) return []
        return [{ address: token, name, symbol, decimals }]
      }),
      nfts: rows.flatMap(({ token, token_id }) =>
        token_id === '-1' ? [] : [{ address: token, tokenId: BigInt(token_id) }],
      ),
    }
  } catch (cause) {
    if (!isDatabaseUnavailable(cause)) throw cause
    warn(cause)
    return { tokens: [], nfts: [] }
  }
}
