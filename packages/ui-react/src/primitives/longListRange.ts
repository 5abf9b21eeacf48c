export type ListRange = {
  /** The first rendered line. */
  readonly first: number
  /** The line after the last. */
  readonly end: number
}

/** The lines within a range of a list. `tops`: the start of each line, and then the end of the list. */
export function toRange(tops: readonly number[], stretch: { readonly from: number; readonly to: number }): ListRange {
  const count = tops.length - 1
  const first = Math.max(0, countUpTo(tops, stretch.from) - 1)
  const end = Math.min(count, countUpTo(tops, stretch.to))
  return { first: Math.min(first, end), end }
}

/** Counts the numbers of an ascending list that don't exceed a limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

type PlacedLines = {
  readonly lines: readonly { readonly id: string }[]
  /** Start of each item, in the same order. */
  readonly tops: readonly number[]
}

/**
 * Returns how far the first fully visible line that still exists has moved. 0 at the start of the list, where new lines
 * must be visible.
 */
export function toWay(before: PlacedLines, after: PlacedLines, place: number): number {
  if (place <= 0) return 0
  const places = new Map(after.lines.map(({ id }, index) => [id, after.tops[index] ?? 0]))
  for (const [index, { id }] of before.lines.entries()) {
    const top = before.tops[index] ?? 0
    const now = top >= place ? places.get(id) : undefined
    if (now !== undefined) return now - top
  }
  return 0
}
