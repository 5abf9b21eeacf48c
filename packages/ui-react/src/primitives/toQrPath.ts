import encodeQR from 'qr'

type QrPath = {
  /** To be stroked one unit wide with round caps and joins; one unit is one module. */
  readonly path: string
  /** Modules along a side, quiet zone included. */
  readonly size: number
}

/** Modules around the code that stay light, as ISO/IEC 18004 requires. */
const quietZone = 4

/** Part of a side that the icon in the middle may cover: under 5 % of the area, while the code can lose 15 %. */
const markShare = 0.22

/** Modules along a side of a finder, the squares in three corners. */
const finder = 7

/**
 * Draws a text as a QR code of error correction M: runs of modules as strokes, finders as rounded squares, and room in the middle for
 * a mark. Throws if the text is longer than a code can hold.
 */
export function toQrPath(text: string): QrPath {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone })
  const size = modules.length
  const mark = toMarkSize(size - 2 * quietZone)
  const isLeftOut = (x: number, y: number): boolean => isFinder(x, y, size) || isMiddle(x, y, { size, mark })
  const isDark = (x: number, y: number): boolean => Boolean(modules[y]?.[x]) && !isLeftOut(x, y)

  const far = size - quietZone - finder
  const parts = [toFinder(quietZone, quietZone), toFinder(far, quietZone), toFinder(quietZone, far)]
  for (let line = 0; line < size; line++) {
    const rows = toRuns(size, (at) => isDark(at, line))
    const columns = toRuns(size, (at) => isDark(line, at))
    for (const [from, length] of rows) parts.push(`M${from + 0.5} ${line + 0.5}h${length}`)
    // single modules are drawn already
    for (const [from, length] of columns) if (length > 0) parts.push(`M${line + 0.5} ${from + 0.5}v${length}`)
  }
  return { path: parts.join(''), size }
}

/** Runs of adjacent dark modules: the first of each run, and how many follow it. */
function toRuns(size: number, isDark: (at: number) => boolean): readonly (readonly [from: number, length: number])[] {
  const runs: (readonly [number, number])[] = []
  for (let at = 0; at < size; at++) {
    if (!isDark(at)) continue
    const from = at
    while (isDark(at + 1)) at++
    runs.push([from, at - from])
  }
  return runs
}

/** Odd, as the side of every code, so that it can be centered. */
function toMarkSize(count: number): number {
  const size = Math.floor(count * markShare)
  return size % 2 === 0 ? size - 1 : size
}

function isFinder(x: number, y: number, size: number): boolean {
  const isNear = (value: number): boolean => value < quietZone + finder
  const isFar = (value: number): boolean => value >= size - quietZone - finder
  return (isNear(x) && isNear(y)) || (isFar(x) && isNear(y)) || (isNear(x) && isFar(y))
}

function isMiddle(x: number, y: number, { size, mark }: { readonly size: number; readonly mark: number }): boolean {
  const from = (size - mark) / 2
  return Math.min(x, y) >= from && Math.max(x, y) < from + mark
}

/** A ring of 7 × 7 around a square of 3 × 3, each of them one figure with round corners. */
function toFinder(x: number, y: number): string {
  const ring = `M${x + 2.5} ${y + 0.5}h2q2 0 2 2v2q0 2-2 2h-2q-2 0-2-2v-2q0-2 2-2`
  const edge = `M${x + 3.25} ${y + 2.5}h0.5q0.75 0 0.75 0.75v0.5q0 0.75-0.75 0.75h-0.5q-0.75 0-0.75-0.75v-0.5q0-0.75 0.75-0.75`
  return `${ring}${edge}M${x + 3} ${y + 3.5}h1`
}
