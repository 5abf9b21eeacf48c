import type { Address } from 'viem'

/** What a pool of Uniswap V2 holds of two tokens, atomic units. */
export type Pool = {
  readonly token: Address
  /** What the price is told in: the stable token, or the wrapped native currency. */
  readonly quote: Address
  readonly tokenReserve: bigint
  readonly quoteReserve: bigint
}
