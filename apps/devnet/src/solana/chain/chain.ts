import { address, lamports } from '@solana/kit'
import { LiteSVM, type SlotHash } from 'litesvm'
import { solanaDevKeypair } from '../devKeypair.js'
import { solanaDevAccountCount, solanaDevBalance } from '../network.js'
import type { CompiledMessage, DecodedTransaction } from './decode.js'
import { type LandedTransaction, runTransaction } from './run.js'
import { type Blockhashes, blocksToFinality, createBlockhashes, enterSlot, isNonceCurrent } from './slots.js'

export type SolanaChain = {
  readonly svm: LiteSVM
  readonly blockhashes: Blockhashes
  readonly slot: () => number
  /** Below the slot, as some slots of a cluster have no block. */
  readonly blockHeight: () => number
  /** By signature, oldest first. */
  readonly landed: ReadonlyMap<string, LandedTransaction>
  /** Whether the blockhash of a message, or its nonce, still lets it land. */
  readonly isInTime: (message: CompiledMessage) => boolean
  /**
   * Lands the transaction now or, while transactions are held, at the first slot after that; it is tried again
   * `maxRetries` times, by default for as long as it is valid. One that never can land is dropped without a word.
   */
  readonly submit: (transaction: DecodedTransaction, maxRetries?: number) => void
  /** While held, no transaction lands. */
  readonly hold: (isHeld: boolean) => void
  readonly advanceSlots: (count: number) => void
  /** Tells of every slot and every landed transaction. */
  readonly watch: (listener: () => void) => void
}

type Pending = { readonly transaction: DecodedTransaction; triesLeft: number }

/** As many slots of a cluster had no block. */
const emptySlots = 21_000_000

/** One chain in this process: the runtime of a real node without consensus. Accounts 0 to 9 of the phrase own SOL. */
export function createSolanaChain(): SolanaChain {
  // litesvm itself knows only one valid blockhash: the window of 150 blocks is kept here
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(100_000n)
  for (let index = 0; index < solanaDevAccountCount; index++) fund(svm, solanaDevKeypair(index).address)
  const blockhashes = createBlockhashes()
  const landed = new Map<string, LandedTransaction>()
  const listeners: (() => void)[] = []
  let pending: readonly Pending[] = []
  let isHeld = false
  let recent: SlotHash[] = []
  let slot = Number(svm.getClock().slot)
  const blockHeight = (): number => slot - emptySlots
  const tell = (): void => {
    for (const listener of listeners) listener()
  }

  const isInTime = (message: CompiledMessage): boolean =>
    blockhashes.isValid(message.lifetimeToken) || isNonceCurrent(svm, message)

  /** Whether it is to be tried again. */
  const attempt = (entry: Pending): boolean => {
    if (!isInTime(entry.transaction.message)) return false
    entry.triesLeft -= 1
    if (isHeld) return entry.triesLeft > 0
    const result = runTransaction(svm, entry.transaction, slot)
    if (result) landed.set(entry.transaction.signature, result)
    return false
  }

  const advanceSlots = (count: number): void => {
    for (let passed = 0; passed < count; passed++) {
      slot += 1
      blockhashes.add(blockHeight())
      recent = enterSlot(svm, slot, recent)
      pending = pending.filter(attempt)
    }
    tell()
  }
  // so that there is a final block from the start
  advanceSlots(blocksToFinality + 1)

  return {
    svm,
    blockhashes,
    landed,
    isInTime,
    blockHeight,
    advanceSlots,
    slot: () => slot,
    submit: (transaction, maxRetries = Number.POSITIVE_INFINITY) => {
      const entry = { transaction, triesLeft: maxRetries + 1 }
      if (attempt(entry)) pending = [...pending, entry]
      tell()
    },
    hold: (held) => {
      isHeld = held
    },
    watch: (listener) => void listeners.push(listener),
  }
}

function fund(svm: LiteSVM, owner: string): void {
  svm.setAccount({
    address: address(owner),
    lamports: lamports(solanaDevBalance),
    data: new Uint8Array(),
    programAddress: address('11111111111111111111111111111111'),
    executable: false,
    space: 0n,
  })
}
