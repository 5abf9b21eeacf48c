import type { NativeCurrency } from '../bitcoin/network.js'

/** Configuration of the local Solana network, as plain JSON. */
export type SolanaNetwork = {
  readonly name: string
  readonly rpcUrl: string
  readonly wsUrl: string
  readonly caipNetworkId: `solana:${string}`
  readonly genesisHash: string
  readonly nativeCurrency: NativeCurrency
}

/** The same at every start, so that state stored by pages stays valid: SHA-256 of `latchkey devnet`. */
export const solanaGenesisHash: string = '8pbtBGY8JMtfjg3bnkCSiFzTxvWDuQg8HDJzUm6kzGTG'

/** CAIP-2: the first 32 characters of the genesis hash. */
export const solanaCaipNetworkId: `solana:${string}` = `solana:${solanaGenesisHash.slice(0, 32)}`

/** Number of funded development accounts. */
export const solanaDevAccountCount: number = 10

/** 1,000 SOL in lamports, on every development account. */
export const solanaDevBalance: bigint = 1_000_000_000_000n

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
