import type { Hex } from 'viem'
import type { WalletChain } from '../state/walletChain.js'

/** A bundle of calls as the wallet remembers it, until the page is left. */
export type SentBundle = {
  readonly id: string
  readonly chain: WalletChain
  readonly isAtomic: boolean
  readonly hashes: readonly Hex[]
  /** Whether calls were left out, as one of them could not be sent. */
  readonly isCut: boolean
}
