import type { LiteSVM, SlotHash } from 'litesvm'

/** How many slots programs can look back. */
const rememberedSlots = 512

/**
 * Tells programs that a slot has begun: its number, the time, the recent slots, newest first, as lookup tables are named
 * after one of them, and a new hash for nonces. The recent slots of the next one.
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
