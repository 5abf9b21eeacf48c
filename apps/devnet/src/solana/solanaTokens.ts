export type SolanaToken = {
  /** The address of its mint. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** On the local network from the start (SPL Token). The first development account may mint more. */
export const solanaTokens: { readonly BEAN: SolanaToken } = {
  BEAN: { address: 'DwpydmKJzgLmgcLqZoCLTBCvEBqhLDLYdguwCoqiZZjN', name: 'Local Bean', symbol: 'BEAN', decimals: 6 },
}

/** Whole tokens of each kind on every development account. */
export const solanaTokenBalance: bigint = 10_000n
