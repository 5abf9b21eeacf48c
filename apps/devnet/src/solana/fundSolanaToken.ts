import { callRpc } from '../callRpc.js'

export type SolanaTokenGift = {
  /** Address of the mint. */
  readonly mint: string
  readonly owner: string
  /** In the smallest unit. */
  readonly amount: bigint
}

/** Makes SPL tokens out of nothing for an account. For the local network only. */
export async function fundSolanaToken(rpcUrl: string, { mint, owner, amount }: SolanaTokenGift): Promise<void> {
  await callRpc({ url: rpcUrl, method: 'devnet_giveTokens', params: [mint, owner, amount.toString()] })
}
