import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import { rasterisePath } from '../testing/rasterisePath.js'
import { toQrPath } from './toQrPath.js'

const uri = `wc:${'7f6e504bfad60b485450578e05678ed3'.repeat(2)}@2?expiryTimestamp=1767225600&relay-protocol=irn&symKey=${'587d5484ce2a2a6e'.repeat(4)}`

/** Decodes the pixels with an independent reader. `cover` paints over part of the middle, like a logo. */
function read(text: string, { scale = 4.5, cover = 0 } = {}): string | undefined {
  const { path, size } = toQrPath(text)
  const { data, width } = rasterisePath(path, { size, scale })
  const [from, to] = [Math.floor((width * (1 - cover)) / 2), Math.ceil((width * (1 + cover)) / 2)]
  for (let y = from; y < to; y++) data.fill(120, (y * width + from) * 4, (y * width + to) * 4)
  return jsQR(data, width, width)?.data
}

describe('toQrPath', () => {
  it.each([2.5, 3, 3.7, 4, 4.46, 5, 6.5, 8])('is readable at %d pixels per module', (scale) => {
    expect(read(uri, { scale })).toBe(uri)
  })

  it('is readable with a logo in the middle', () => {
    expect(read(uri, { cover: 0.15 })).toBe(uri)
  })

  it('is readable for texts of 10 to 400 characters', () => {
    for (let length = 10; length <= 400; length += 29) {
      const text = uri.repeat(2).slice(0, length)
      expect(read(text)).toBe(text)
    }
  })

  it('leaves a quiet zone around the code, and space in the middle', () => {
    const { path, size } = toQrPath(uri)
    const starts = [...path.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
    expect(Math.min(...starts.flat())).toBe(4.5)
    expect(Math.max(...starts.flat())).toBeLessThan(size - 4)
    const isMiddle = ([x, y]: readonly [number, number]): boolean =>
      Math.max(Math.abs(x - size / 2), Math.abs(y - size / 2)) < size * 0.08
    expect(starts.filter(isMiddle)).toEqual([])
  })

  it('draws each finder pattern as a ring and a square, without seams', () => {
    const { path, size } = toQrPath(uri)
    const scale = 10
    const { data, width } = rasterisePath(path, { size, scale })
    const isDark = (x: number, y: number): boolean =>
      (data[(Math.round(y * scale) * width + Math.round(x * scale)) * 4] ?? 255) < 128
    const far = size - 11
    for (const [x, y] of [
      [4, 4],
      [far, 4],
      [4, far],
    ] as const) {
      // along the middle: ring, light, the whole square, light, ring
      const line = Array.from({ length: 28 }, (_, step) => isDark(x + step / 4 + 0.12, y + 3.5))
      const column = Array.from({ length: 28 }, (_, step) => isDark(x + 3.5, y + step / 4 + 0.12))
      const bar = [1, 0, 1, 1, 1, 0, 1].flatMap((dark) => Array.from({ length: 4 }, () => dark === 1))
      expect([line, column]).toEqual([bar, bar])
      for (const [dx, dy] of [
        [2.75, 2.75],
        [4.25, 2.75],
        [2.75, 4.25],
        [4.25, 4.25],
        [3.05, 3.05],
        [3.95, 3.95],
      ] as const)
        expect(isDark(x + dx, y + dy)).toBe(true)
      // the corners are round
      expect([isDark(x + 0.1, y + 0.1), isDark(x + 2.05, y + 2.05)]).toEqual([false, false])
    }
  })

  it('throws if the text exceeds the capacity of a QR code', () => {
    expect(() => toQrPath('x'.repeat(3_000))).toThrow('Capacity overflow')
  })
})
