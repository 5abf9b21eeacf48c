export type PlacedLines = {
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
