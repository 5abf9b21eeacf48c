import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'

/** For that many blocks after its own a blockhash makes a transaction valid. */
const blockhashLifetime = 150

/** A block counts as final when that many have followed it. */
export const blocksToFinality: number = 32

export type Blockhash = {
  readonly blockhash: string
  /** The last block height at which a transaction with this blockhash may land. */
  readonly lastValidBlockHeight: number
}

export type Blockhashes = {
  /** Adds the blockhash of a new block. */
  readonly add: (blockHeight: number) => void
  /** The newest, or the newest that is final. */
  readonly latest: (isFinal: boolean) => Blockhash
  /** Whether a transaction with it may still land. */
  readonly isValid: (blockhash: string) => boolean
}

/** The blockhashes that are still valid. Each block forgets the one that it makes too old. */
export function createBlockhashes(): Blockhashes {
  let known: readonly Blockhash[] = []
  return {
    add: (blockHeight) => {
      const added = { blockhash: base58.encode(randomBytes(32)), lastValidBlockHeight: blockHeight + blockhashLifetime }
      known = [...known.filter(({ lastValidBlockHeight }) => lastValidBlockHeight >= blockHeight), added]
    },
    latest: (isFinal) => {
      const found = known.at(isFinal ? -1 - blocksToFinality : -1)
      if (!found) throw new Error('The chain has no block yet')
      return found
    },
    isValid: (blockhash) => known.some((entry) => entry.blockhash === blockhash),
  }
}
