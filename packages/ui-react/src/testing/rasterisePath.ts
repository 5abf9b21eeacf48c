export type Raster = { readonly data: Uint8ClampedArray; readonly width: number }

/** Samples along each side of a pixel, for edges as smooth as those of a browser. */
const samples = 3

/**
 * Renders a path that is stroked one unit wide with round caps, dark on white, at this many pixels per unit, like a
 * screen does. Supports the commands M, h, v and q, which are used to draw QR codes.
 */
export function rasterisePath(path: string, options: { readonly size: number; readonly scale: number }): Raster {
  const { size, scale } = options
  const width = Math.round(size * scale)
  const side = width * samples
  const fine = new Uint8Array(side * side)
  const perUnit = side / size
  for (const [x, y] of toPoints(path)) {
    for (let row = Math.floor((y - 0.5) * perUnit); row < (y + 0.5) * perUnit; row++) {
      for (let column = Math.floor((x - 0.5) * perUnit); column < (x + 0.5) * perUnit; column++) {
        if (Math.hypot((column + 0.5) / perUnit - x, (row + 0.5) / perUnit - y) <= 0.5) fine[row * side + column] = 1
      }
    }
  }
  const covered = new Uint16Array(width * width)
  fine.forEach((value, index) => {
    const at = Math.floor(index / side / samples) * width + Math.floor((index % side) / samples)
    covered[at] = (covered[at] ?? 0) + value
  })
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [index, value] of covered.entries())
    data.fill(255 - (235 * value) / samples ** 2, index * 4, index * 4 + 3)
  return { data, width }
}

type Point = readonly [number, number]

/** Returns points along the path, so close together that discs around them cover its stroke. */
function toPoints(path: string): readonly Point[] {
  const points: Point[] = []
  let [x, y] = [0, 0]
  for (const [, command = '', values = ''] of path.matchAll(/([Mhvq])([^Mhvq]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = [...values.matchAll(/-?[\d.]+/g)].map(Number)
    if (command === 'M') [x, y] = [a, b]
    const [control, end] = toCurve(command, [a, b, c, d])
    const steps = Math.ceil((Math.abs(end[0]) + Math.abs(end[1])) * 8) + 1
    for (let step = 0; step <= steps; step++) {
      const t = step / steps
      const at = (axis: 0 | 1): number => 2 * t * (1 - t) * control[axis] + t ** 2 * end[axis]
      points.push([x + at(0), y + at(1)])
    }
    x += end[0]
    y += end[1]
  }
  return points
}

/** Converts a command to a quadratic curve from the current point. Returns its control point and its end. */
function toCurve(command: string, [a, b, c, d]: readonly [number, number, number, number]): readonly [Point, Point] {
  if (command === 'h')
    return [
      [a / 2, 0],
      [a, 0],
    ]
  if (command === 'v')
    return [
      [0, a / 2],
      [0, a],
    ]
  if (command === 'q')
    return [
      [a, b],
      [c, d],
    ]
  return [
    [0, 0],
    [0, 0],
  ]
}
