import { createHash } from 'node:crypto'

/** Where there is no image of somebody: the first letters of the name on a colour of its own, as SVG. Says no more. */
export function toMonogram(name: string, letters: number): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const initials = words.length > 1 && letters === 2 ? words.map((word) => [...word][0]) : [...(words[0] ?? '?')]
  const text = initials.slice(0, letters).join('').toUpperCase()
  const hue = createHash('sha256').update(name).digest().readUInt16BE() % 360
  const size = text.length > 2 ? 20 : 28
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">',
    `<rect width="64" height="64" fill="hsl(${hue} 45% 35%)"/>`,
    `<text x="32" y="33" font-family="system-ui,sans-serif" font-size="${size}" font-weight="600" fill="#fff"`,
    ` text-anchor="middle" dominant-baseline="central">${text}</text></svg>`,
  ].join('')
}
