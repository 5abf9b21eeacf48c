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
  /** Lower than the slot, because some slots of a cluster have no block. */
  readonly blockHeight: () => number
  /** By signature, oldest first. */
  readonly landed: ReadonlyMap<string, LandedTransaction>
  /** Whether a message's blockhash or nonce is still valid. */
  readonly isInTime: (message: CompiledMessage) => boolean
  /**
   * Lands the transaction now, or at the first slot after a hold. It is retried `maxRetries` times, by default while it is valid. One
   * that can't land is dropped silently.
   */
  readonly submit: (transaction: DecodedTransaction, maxRetries?: number) => void
  /** Holds all transactions. */
  readonly hold: (isHeld: boolean) => void
  readonly advanceSlots: (count: number) => void
  /** Called for every slot and landed transaction. */
  readonly watch: (listener: () => void) => void
}

type Pending = { readonly transaction: DecodedTransaction; triesLeft: number }

/** Slots without a block. */
const emptySlots = 21_000_000

/** Creates a chain in this process: a node's runtime without consensus. Accounts 0 to 9 of the phrase own SOL. */
export function createSolanaChain(): SolanaChain {
  // litesvm has only one valid blockhash, so the window of 150 blocks is tracked here
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
  const notify = (): void => {
    for (const listener of listeners) listener()
  }

  const isInTime = (message: CompiledMessage): boolean =>
    blockhashes.isValid(message.lifetimeToken) || isNonceCurrent(svm, message)

  /** Whether to retry. */
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
    notify()
  }
  // ensures a finalized block from the start
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
      notify()
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
