/** Edit distance of two texts; anything above `max` may be any larger number. [Levenshtein] */
export function getDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let place = 1; place <= one.length; place++) {
    const next = [place]
    for (let index = 1; index <= other.length; index++) {
      const isSame = one[place - 1] === other[index - 1]
      const [left = 0, above = 0, corner = 0] = [next[index - 1], row[index], row[index - 1]]
      next.push(Math.min(left + 1, above + 1, corner + (isSame ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}
