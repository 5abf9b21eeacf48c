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
