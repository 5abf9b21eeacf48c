import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import { rasterisePath } from '../testing/rasterisePath.js'
import { toQrPath } from './toQrPath.js'

const uri = `wc:${'7f6e504bfad60b485450578e05678ed3'.repeat(2)}@2?expiryTimestamp=1767225600&relay-protocol=irn&symKey=${'587d5484ce2a2a6e'.repeat(4)}`

/** What a reader that is not ours makes of the pixels. `cover` paints over part of the middle, as a mark does. */
function read(text: string, { scale = 4.5, cover = 0 } = {}): string | undefined {
  const { path, size } = toQrPath(text)
  const { data, width } = rasterisePath(path, { size, scale })
  const [from, to] = [Math.floor((width * (1 - cover)) / 2), Math.ceil((width * (1 + cover)) / 2)]
  for (let y = from; y < to; y++) data.fill(120, (y * width + from) * 4, (y * width + to) * 4)
  return jsQR(data, width, width)?.data
}

describe('the drawing of a QR code', () => {
  it.each([2.5, 3, 3.7, 4, 4.46, 5, 6.5, 8])('is read from pixels at %d pixels per module', (scale) => {
    expect(read(uri, { scale })).toBe(uri)
  })

  it('is read with a mark of any colour in the middle', () => {
    expect(read(uri, { cover: 0.15 })).toBe(uri)
  })

  it('is read at every size that an address may have', () => {
    for (let length = 10; length <= 400; length += 29) {
      const text = uri.repeat(2).slice(0, length)
      expect(read(text)).toBe(text)
    }
  })

  it('leaves room around the code and in the middle', () => {
    const { path, size } = toQrPath(uri)
    const starts = [...path.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
    expect(Math.min(...starts.flat())).toBe(4.5)
    expect(Math.max(...starts.flat())).toBeLessThan(size - 4)
    const isMiddle = ([x, y]: readonly [number, number]): boolean =>
      Math.max(Math.abs(x - size / 2), Math.abs(y - size / 2)) < size * 0.08
    expect(starts.filter(isMiddle)).toEqual([])
  })

  it('refuses what no code can hold', () => {
    expect(() => toQrPath('x'.repeat(3_000))).toThrow('Capacity overflow')
  })
})
