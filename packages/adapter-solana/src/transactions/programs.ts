/** Addresses of the programs that this adapter knows. */
export const programs = {
  system: '11111111111111111111111111111111',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  /** Asserts the result of a transaction. Wallets add it as a guard; it transfers nothing. */
  lighthouse: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
  /** Creates associated token accounts. */
  tokenAccounts: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  /** Metadata of tokens (Metaplex). */
  metadata: 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
} as const

/** The programs of SPL tokens: Token, and Token-2022. */
export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
