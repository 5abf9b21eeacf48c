import type { FrameNetwork } from '../protocol/network.js'

export type SiteNetwork = FrameNetwork & {
  /** Of nodes, which are asked in this order. */
  readonly rpcUrls: readonly string[]
}
