import type { FrameNetwork } from '../protocol/network.js'

export type VaultNetwork = FrameNetwork & {
  /** Of nodes, which are asked in this order. */
  readonly rpcUrls: readonly string[]
  /** Who includes operations of smart accounts, asked in this order; the network has such accounts where there is one. */
  readonly bundlers?: readonly string[] | undefined
  /** Who pays for them. [ERC-7677] */
  readonly paymaster?: string | undefined
}
