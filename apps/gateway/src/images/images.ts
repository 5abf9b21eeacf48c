import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findNetworkMark, tokenMarks, walletMarks } from '@latchkey/core/marks'
import { GatewayError } from '../errors.js'
import type { RouteResponse } from '../http/route.js'

/** Seconds in caches. */
const maxAge = 86_400

type ImageKind = 'wallets' | 'assets' | 'tokens' | 'currencies'

type ImageRequest = {
  readonly kind: ImageKind
  readonly name: string
  /** Text for a monogram if there is no file. */
  readonly title?: string | undefined
}

/**
 * Serves `{folder}/{kind}/{name}.*`, else the logo of a well-known wallet, network or token, else a monogram. Throws 404
 * without any.
 */
export async function serveImage(
  folder: string | undefined,
  { kind, name, title }: ImageRequest,
): Promise<RouteResponse> {
  const file = folder === undefined ? undefined : await readImage(join(folder, kind), name)
  if (file) return { status: 200, maxAge, ...file }
  const mark = await findMark(kind, name)
  if (mark) return { status: 200, type: 'image/svg+xml', body: mark, maxAge }
  if (!title) throw new GatewayError('Image not found.', { status: 404, code: 'NOT_FOUND' })
  return { status: 200, type: 'image/svg+xml', body: toMonogram(title, kind === 'wallets' ? 2 : 4), maxAge }
}

/** Wallets by id, networks by CAIP-2 id, tokens by symbol. */
async function findMark(kind: ImageKind, name: string): Promise<string | undefined> {
  if (kind === 'assets') return findNetworkMark(name)
  const marks: { readonly [name: string]: string | undefined } =
    kind === 'wallets' ? walletMarks : kind === 'tokens' ? tokenMarks : {}
  const key = kind === 'tokens' ? name.toUpperCase() : name
  return Object.hasOwn(marks, key) ? marks[key] : undefined
}

/** The modal's limit. */
const maxBytes = 262_144

const imageTypes: readonly (readonly [extension: string, type: string])[] = [
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
  ['png', 'image/png'],
  ['avif', 'image/avif'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
]

export type ImageFile = { readonly type: string; readonly body: Uint8Array }

/** Reads the first of `{folder}/{name}.{svg,webp,png,avif,jpg,gif}` with at most 256 KiB. */
async function readImage(folder: string, name: string): Promise<ImageFile | undefined> {
  // a name is a file in this folder, and never a path
  if (!/^(?!\.)[\w.-]{1,128}$/.test(name)) return undefined
  for (const [extension, type] of imageTypes) {
    const path = join(folder, `${name}.${extension}`)
    const found = await stat(path).catch(() => undefined) // not there
    if (found?.isFile() && found.size <= maxBytes) return { type, body: await readFile(path) }
  }
  return undefined
}

/** Draws the first letters of a name on a color derived from it, as SVG. */
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
