import { RpcFailedError } from '@latchkey/core/plugin'
import { z } from 'zod'
import type { ServedChain } from '../chains/chainBook.js'

/** Balance of a token. */
type Balance = {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Contract or mint; undefined for the native currency. */
  readonly address: string | undefined
  readonly iconUrl: string | undefined
  /** Atomic units. */
  readonly amount: bigint
}

/** An ERC-721 token. */
export type Nft = {
  readonly address: string
  readonly tokenId: bigint
  readonly name: string
  readonly collection: string | undefined
  /** A URL for an image element. */
  readonly imageUrl: string | undefined
}

/** An NFT that was sent to an account; it may be gone. */
export type SeenNft = { readonly address: string; readonly tokenId: bigint }

export type Holdings = { readonly balances: readonly Balance[]; readonly nfts: readonly Nft[] }

export type HoldingsRequest = { readonly address: string; readonly signal: AbortSignal }

/** The balance of a native currency, without its amount. */
export function toNativeBalance({
  name,
  symbol,
  decimals,
  logoUri,
}: ServedChain['nativeCurrency']): Omit<Balance, 'amount'> {
  return { name, symbol, decimals, address: undefined, iconUrl: logoUri }
}

const esploraSums = z.object({ funded_txo_sum: z.int().min(0), spent_txo_sum: z.int().min(0) })

const esploraAddress = z.object({ chain_stats: esploraSums, mempool_stats: esploraSums })

/** Reads the balance of a Bitcoin address from Esplora, including the mempool. */
export async function readBitcoinHoldings(chain: ServedChain, { address, signal }: HoldingsRequest): Promise<Holdings> {
  const { status, text } = await chain.node.get(`/address/${address}`, signal)
  if (status !== 200) throw new RpcFailedError({ details: `Esplora returned ${status}.` })
  const { chain_stats: mined, mempool_stats: open } = esploraAddress.parse(JSON.parse(text))
  const sats = mined.funded_txo_sum - mined.spent_txo_sum + open.funded_txo_sum - open.spent_txo_sum
  return { balances: [{ ...toNativeBalance(chain.nativeCurrency), amount: BigInt(Math.max(0, sats)) }], nfts: [] }
}

/** The Token and Token 2022 programs. */
const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const

/** Wrapped SOL. Its mint also stands for the native currency, so it is left out. */
const wrappedMint = 'So11111111111111111111111111111111111111112'

const solanaBalance = z.object({ value: z.int().min(0) })

const solanaTokenAccounts = z.object({
  value: z.array(
    z.object({
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({
              mint: z.string(),
              tokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.int().min(0).max(255) }),
            }),
          }),
        }),
      }),
    }),
  ),
})

/** Reads SOL and the listed tokens of a Solana account. Unlisted mints have no trusted name. */
export async function readSolanaHoldings(
  { node, nativeCurrency, tokens = [] }: ServedChain,
  { address, signal }: HoldingsRequest,
): Promise<Holdings> {
  const config = { commitment: 'confirmed' }
  const [native, ...found] = await node.batch(
    [
      { method: 'getBalance', params: [address, config] },
      ...tokenPrograms.map((programId) => ({
        method: 'getTokenAccountsByOwner',
        params: [address, { programId }, { ...config, encoding: 'jsonParsed' }],
      })),
    ],
    { signal },
  )
  const amounts = new Map<string, bigint>()
  for (const { account } of found.flatMap((one) => solanaTokenAccounts.parse(one).value)) {
    const { mint, tokenAmount } = account.data.parsed.info
    amounts.set(mint, (amounts.get(mint) ?? 0n) + BigInt(tokenAmount.amount))
  }
  const balances = tokens.flatMap(({ address: mint, name, symbol, decimals, logoUri, spam }) => {
    const amount = amounts.get(mint)
    if (!amount || spam || mint === wrappedMint) return []
    return [{ address: mint, name, symbol, decimals, iconUrl: logoUri, amount }]
  })
  const own = { ...toNativeBalance(nativeCurrency), amount: BigInt(solanaBalance.parse(native).value) }
  return { balances: [own, ...balances], nfts: [] }
}
