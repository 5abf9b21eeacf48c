import type { ServedChain } from '../chains/createChainBook.js'
import type { ListedToken } from '../chains/gatewayChain.js'
import type { GatewayContext } from '../context.js'
import { isDatabaseGone } from '../database/isDatabaseGone.js'
import { isSpam } from './isSpam.js'

export type SeenTokens = {
  readonly tokens: readonly ListedToken[]
  readonly nfts: readonly { readonly address: string; readonly tokenId: bigint }[]
}

type Row = {
  readonly token: string
  readonly token_id: string
  readonly name: string | null
  readonly symbol: string | null
  readonly decimals: number | null
}

const statement = `SELECT held.token, held.token_id, known.name, known.symbol, known.decimals
  FROM chain_holdings AS held LEFT JOIN chain_tokens AS known ON known.chain = held.chain AND known.address = held.token
  WHERE held.account = $1 AND held.chain = $2 ORDER BY held.token, held.token_id LIMIT 1000`

/**
 * What was ever sent to an account, as far as blocks were read, without spam. It may have gone since. Nothing where no database is
 * set or answers: tokens of the list are found without.
 */
export async function readSeenTokens(
  { database, warn }: Pick<GatewayContext, 'database' | 'warn'>,
  { chain, address }: { readonly chain: ServedChain; readonly address: string },
): Promise<SeenTokens> {
  if (!database || !chain.index) return { tokens: [], nfts: [] }
  try {
    const rows = await database.query<Row>(statement, [address.toLowerCase(), chain.caipNetworkId])
    return {
      tokens: rows.flatMap(({ token, token_id, name, symbol, decimals }) => {
        if (token_id !== '-1' || !name || !symbol || decimals === null || isSpam({ name, symbol })) return []
        return [{ address: token, name, symbol, decimals }]
      }),
      nfts: rows.flatMap(({ token, token_id }) =>
        token_id === '-1' ? [] : [{ address: token, tokenId: BigInt(token_id) }],
      ),
    }
  } catch (cause) {
    if (!isDatabaseGone(cause)) throw cause
    warn(cause)
    return { tokens: [], nfts: [] }
  }
}
