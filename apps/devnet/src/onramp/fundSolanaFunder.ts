import { fundSolana } from '../solana/fundSolana.js'
import { fundSolanaToken } from '../solana/fundSolanaToken.js'
import { solanaTokens } from '../solana/solanaTokens.js'

/** Whole tokens of each kind, and SOL in lamports, which the accounts of those who buy cost. */
const stock = { tokens: 1_000_000n, lamports: 100_000_000_000 } as const

/** Gives who sells on the local Solana network at `rpcUrl` what there is to sell. */
export async function fundSolanaFunder(rpcUrl: string, owner: string): Promise<void> {
  await fundSolana(rpcUrl, owner, stock.lamports)
  for (const { address: mint, decimals } of Object.values(solanaTokens))
    await fundSolanaToken(rpcUrl, { mint, owner, amount: stock.tokens * 10n ** BigInt(decimals) })
}
