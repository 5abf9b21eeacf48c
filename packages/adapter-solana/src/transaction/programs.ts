/** Addresses of programs that mean something here. */
export const programs = {
  system: '11111111111111111111111111111111',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  /** Asserts that a transaction does what its simulation showed: wallets add it as a guard. It moves nothing. */
  lighthouse: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
} as const
