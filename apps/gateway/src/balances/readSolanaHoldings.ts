import { z } from 'zod'
import type { ServedChain } from '../chains/createChainBook.js'
import type { Holdings, HoldingsRequest } from './balance.js'

/** Token, and Token 2022. */
const programs = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'] as const

/** That of wrapped SOL also names the native currency, which it would be taken for. */
const wrappedMint = 'So11111111111111111111111111111111111111112'

const lamports = z.object({ value: z.int().min(0) })
const accounts = z.object({
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

/** What an account holds on Solana: SOL and the tokens of the list; a mint that is on none has no name that could be trusted. */
export async function readSolanaHoldings(
  { node, nativeCurrency, tokens = [] }: ServedChain,
  { address, signal }: HoldingsRequest,
): Promise<Holdings> {
  const config = { commitment: 'confirmed' }
  const [native, ...found] = await node.batch(
    [
      { method: 'getBalance', params: [address, config] },
      ...programs.map((programId) => ({
        method: 'getTokenAccountsByOwner',
        params: [address, { programId }, { ...config, encoding: 'jsonParsed' }],
      })),
    ],
    { signal },
  )
  const amounts = new Map<string, bigint>()
  for (const { account } of found.flatMap((one) => accounts.parse(one).value)) {
    const { mint, tokenAmount } = account.data.parsed.info
    amounts.set(mint, (amounts.get(mint) ?? 0n) + BigInt(tokenAmount.amount))
  }
  const balances = tokens.flatMap(({ address: mint, name, symbol, decimals, logoUri, spam }) => {
    const amount = amounts.get(mint)
    if (!amount || spam || mint === wrappedMint) return []
    return [{ address: mint, name, symbol, decimals, iconUrl: logoUri, amount }]
  })
  const own = {
    ...nativeCurrency,
    address: undefined,
    iconUrl: undefined,
    amount: BigInt(lamports.parse(native).value),
  }
  return { balances: [own, ...balances], nfts: [] }
}
