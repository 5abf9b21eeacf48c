import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import type { LiteSVM, SlotHash } from 'litesvm'
import type { CompiledMessage } from './decode.js'

/** Blocks for which a blockhash is valid. */
const blockhashLifetime = 150

/** Blocks until finality. */
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
  /** Whether a blockhash is still valid. */
  readonly isValid: (blockhash: string) => boolean
}

/** Creates the window of valid blockhashes. */
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

/** Recent slots that programs can read. */
const rememberedSlots = 512

/**
 * Updates the sysvars for a new slot: its number, the time, the recent slots (which lookup tables derive from), newest first, and a hash
 * for nonces. Returns the recent slots for the next one.
 */
export function enterSlot(svm: LiteSVM, slot: number, recent: readonly SlotHash[]): SlotHash[] {
  svm.expireBlockhash()
  svm.warpToSlot(BigInt(slot))
  const clock = svm.getClock()
  clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1_000))
  svm.setClock(clock)
  const kept = recent.slice(0, rememberedSlots)
  svm.setSlotHashes(kept)
  return [{ slot: BigInt(slot), hash: svm.latestBlockhash() }, ...kept]
}

const systemProgram = '11111111111111111111111111111111'

const advanceNonce = 4

/** Whether the message uses a durable nonce that is current: it starts with advancing the nonce account. */
export function isNonceCurrent(svm: LiteSVM, message: CompiledMessage): boolean {
  const [first] = message.instructions
  if (!first || message.staticAccounts[first.programAddressIndex] !== systemProgram) return false
  const tag = Buffer.from(first.data ?? [])
  if (tag.length !== 4 || tag.readUInt32LE(0) !== advanceNonce) return false
  const nonceAddress = message.staticAccounts[first.accountIndices?.[0] ?? -1]
  if (!nonceAddress) return false
  const account = svm.getAccount(nonceAddress)
  // version, state and authority come first: 4 + 4 + 32 bytes
  return account.exists && base58.encode(account.data.slice(40, 72)) === message.lifetimeToken
}
