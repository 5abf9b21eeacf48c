import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'

/** Colors of a picture, and the distance between the values of their channels: too little to see or to fail a comparison. */
const palette = { max: 256, step: 8 } as const

/**
 * Rewrites the new pictures of a folder with a palette, which makes them a third as large: they are in the repository.
 * Those that have one already stay as they are.
 */
export function shrinkPictures(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    // the color type in the header (PNG 11.2.1): 3 has a palette
    if (name.endsWith('.png') && bytes[25] !== 3) writeFileSync(file, toIndexed(PNG.sync.read(bytes)))
  }
}

function toIndexed({ width, height, data }: PNG): Buffer {
  const round = (value: number): number =>
    value > 255 - palette.step ? 255 : Math.round(value / palette.step) * palette.step
  const colors = Uint32Array.from({ length: width * height }, (_, pixel) =>
    [0, 1, 2].reduce((color, channel) => color * 256 + round(data[pixel * 4 + channel] ?? 0), 0),
  )
  const counts = new Map<number, number>()
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1)
  const kept = [...counts.entries()]
    .sort(([, a], [, b]) => b - a)
    .slice(0, palette.max)
    .map(([color]) => color)
  const indexes = new Map(kept.map((color, index) => [color, index]))
  const toIndex = (color: number): number => {
    const index = indexes.get(color) ?? findNearest(kept, color)
    indexes.set(color, index)
    return index
  }
  // each line starts with its filter: none
  const lines = Buffer.alloc((width + 1) * height)
  colors.forEach((color, pixel) => {
    lines[pixel + Math.floor(pixel / width) + 1] = toIndex(color)
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    toChunk('IHDR', header),
    toChunk('PLTE', Buffer.from(kept.flatMap(toChannels))),
    toChunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function toChannels(color: number): readonly [number, number, number] {
  return [color >> 16, (color >> 8) & 255, color & 255]
}

function findNearest(kept: readonly number[], color: number): number {
  const channels = toChannels(color)
  const distances = kept.map((other) =>
    toChannels(other).reduce((sum, value, channel) => sum + (value - (channels[channel] ?? 0)) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances))
}

function toChunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length, 0)
  ends.writeUInt32BE(crc32(content), 4)
  return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)])
}
