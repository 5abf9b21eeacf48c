import type { WalletRow } from '@latchkey/core'

/** A wallet, or the place of one that is not loaded yet. */
export type WalletSlot = WalletRow | { readonly kind: 'loading'; readonly index: number }

/** The key of a slot among the others of its list. */
export function toSlotKey(slot: WalletSlot): string {
  if (slot.kind === 'loading') return `loading ${slot.index}`
  return slot.connector ? slot.connector.id : `list ${slot.wallet.id}`
}

type SettleRequest = {
  /** The wallets, in their order. */
  readonly rows: readonly WalletRow[]
  /** Number of wallets of the list that haven't loaded yet. */
  readonly missing: number
  /** Position of these among the rows. */
  readonly place: number
  /** The slots that the user sees; undefined if nothing is shown yet. */
  readonly shown: readonly WalletSlot[] | undefined
}

/**
 * Returns the slots of the list. Wallets that the user sees keep their places: those that are loaded later take the places
 * reserved for them, and others, like an extension that announces itself late, come last. So no wallet moves under the
 * pointer.
 */
export function settleRows({ rows, missing, place, shown }: SettleRequest): readonly WalletSlot[] {
  const places = Array.from({ length: missing }, (_, index): WalletSlot => ({ kind: 'loading', index }))
  if (!shown) return [...rows.slice(0, place), ...places, ...rows.slice(place)]
  const known = new Set(shown.map(toSlotKey))
  const byKey = new Map(rows.map((row) => [toSlotKey(row), row]))
  const fresh = rows.filter((row) => !known.has(toSlotKey(row)))
  // only wallets of the list have reserved places
  const loaded = fresh.filter(({ wallet }) => wallet)
  const slots = shown.flatMap((slot): readonly WalletSlot[] => {
    const next = slot.kind === 'loading' ? (loaded.shift() ?? places.shift()) : byKey.get(toSlotKey(slot))
    return next ? [next] : []
  })
  const placed = new Set(slots.map(toSlotKey))
  return [...slots, ...fresh.filter((row) => !placed.has(toSlotKey(row)))]
}
