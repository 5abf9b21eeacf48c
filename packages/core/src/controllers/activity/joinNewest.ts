import type { HistoryTransaction } from '../../api/blockchain/types.js'

/**
 * A list whose newest transactions were read again: `newest` takes the place of all down to the last one that both have, so that
 * what is new comes first, what has changed is as it is now, and what the chain has undone is gone. Undefined where they have
 * none in common; the same list where nothing changed.
 */
export function joinNewest(
  known: readonly HistoryTransaction[],
  newest: readonly HistoryTransaction[],
): readonly HistoryTransaction[] | undefined {
  const ids = new Set(newest.map(({ id }) => id))
  const last = known.findLastIndex(({ id }) => ids.has(id))
  if (last === -1) return undefined
  const before = new Map(known.slice(0, last + 1).map((transaction) => [transaction.id, transaction]))
  // those that are as they were stay the same objects: nothing of them is drawn again
  const head = newest.map((transaction) => {
    const same = before.get(transaction.id)
    return same && JSON.stringify(same) === JSON.stringify(transaction) ? same : transaction
  })
  const isSame = head.length === last + 1 && head.every((transaction, index) => transaction === known[index])
  return isSame ? known : [...head, ...known.slice(last + 1)]
}
