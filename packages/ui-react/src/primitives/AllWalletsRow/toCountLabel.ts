/** How many there are, roughly: rounded down to tens, with a plus where that leaves some out. */
export function toCountLabel(count: number): string {
  const tens = Math.floor(count / 10) * 10
  if (tens === 0 || tens === count) return String(count)
  return `${tens}+`
}
