import { isDatabaseUnavailable } from '@latchkey/server-kit/database'
import { type Address, erc20Abi, getAddress, type Hex, hexToBigInt, toHex } from 'viem'
import type { ServedChain } from '../chains/chainBook.js'
import type { ListedToken } from '../chains/config.js'
import { contractCall, readMulticall } from '../chains/contracts.js'
import { toUnlistedSymbol } from '../chains/imitations.js'
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
  const unlisted = seen.tokens
    .filter((token) => !known.has(token.address))
    .map((token) => ({ ...token, symbol: toUnlistedSymbol(token, chain) }))
  const tokens = [...listed, ...unlisted].filter(({ spam }) => !spam)
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

/** Tokens with and without spam, NFTs of a collection that may still be the account's, and all of those. */
const seenLimits = { tokensWithSpam: 10_000, tokens: 1_000, collection: 200, nfts: 1_000 } as const

/** The contracts of which an account was sent something, by one look into the index for each, however many of their NFTs it was sent. */
const contracts = `WITH RECURSIVE contracts AS (
    (SELECT token FROM chain_holdings WHERE account = $1 AND chain = $2 ORDER BY token LIMIT 1)
    UNION ALL
    SELECT (SELECT token FROM chain_holdings WHERE account = $1 AND chain = $2 AND token > before.token ORDER BY token LIMIT 1)
    FROM contracts AS before WHERE before.token IS NOT NULL
  )`

const tokenStatement = `${contracts} SELECT token AS address, known.name, known.symbol, known.decimals
  FROM contracts JOIN chain_holdings AS held USING (token) JOIN chain_tokens AS known ON known.address = token
  WHERE held.account = $1 AND held.chain = $2 AND held.token_id = -1
    AND known.chain = $2 AND known.name <> '' AND known.symbol <> '' AND known.decimals IS NOT NULL
  ORDER BY token LIMIT ${seenLimits.tokensWithSpam}`

/** One of each collection, then a second one of each, and so on: one that sends many hides no other. Configured ones come first. */
const nftStatement = `${contracts} SELECT token AS address, token_id::text AS id
  FROM contracts CROSS JOIN LATERAL (
    SELECT token_id, row_number() OVER (ORDER BY token_id DESC) AS place FROM (
      SELECT token_id FROM chain_holdings
      WHERE account = $1 AND chain = $2 AND token = contracts.token AND token_id >= 0
      ORDER BY token_id DESC LIMIT ${seenLimits.collection}
    ) AS newest
  ) AS held
  ORDER BY token = ANY($3) DESC, place, token LIMIT ${seenLimits.nfts}`

/**
 * Reads the tokens that were ever sent to an account, as far as blocks are indexed, without spam. Empty if the database is missing or
 * unavailable: listed tokens don't need it.
 */
export async function readSeenTokens(
  { database, warn }: Pick<GatewayContext, 'database' | 'warn'>,
  { chain, address }: { readonly chain: ServedChain; readonly address: string },
): Promise<SeenTokens> {
  if (!database || !chain.index) return { tokens: [], nfts: [] }
  const held = [address.toLowerCase(), chain.caipNetworkId]
  const configured = (chain.nfts ?? []).map((one) => one.address.toLowerCase())
  try {
    const [tokens, nfts] = await Promise.all([
      database.query<ListedToken>(tokenStatement, held),
      database.query<{ address: string; id: string }>(nftStatement, [...held, configured]),
    ])
    return {
      tokens: tokens.filter((token) => isDecimals(token.decimals) && !isSpam(token)).slice(0, seenLimits.tokens),
      nfts: nfts.map(({ address: collection, id }) => ({ address: collection, tokenId: BigInt(id) })),
    }
  } catch (cause) {
    if (!isDatabaseUnavailable(cause)) throw cause
    warn(cause)
    return { tokens: [], nfts: [] }
  }
}
