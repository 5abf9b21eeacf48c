export type ListRange = {
  /** The first line that is in the document. */
  readonly first: number
  /** The line after the last. */
  readonly end: number
}

/** The lines that touch a stretch of a list. `tops`: where each line begins, and after them where the list ends. */
export function toRange(tops: readonly number[], stretch: { readonly from: number; readonly to: number }): ListRange {
  const count = tops.length - 1
  const first = Math.max(0, countUpTo(tops, stretch.from) - 1)
  const end = Math.min(count, countUpTo(tops, stretch.to))
  return { first: Math.min(first, end), end }
}

/** How many of these rising numbers are not above a limit. */
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
  /** Where each begins, in the same order. */
  readonly tops: readonly number[]
}

/**
 * How far a list has moved below who looks at it from `place`: what the first line that is seen whole, and is still there, has moved by.
 * 0 at the start of the list, where what is new is to be seen.
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
