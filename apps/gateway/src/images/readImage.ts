import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** As the modal reads them. */
const mostBytes = 262_144

const types: readonly (readonly [extension: string, type: string])[] = [
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
  ['png', 'image/png'],
  ['avif', 'image/avif'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
]

export type ImageFile = { readonly type: string; readonly body: Uint8Array }

/** `{folder}/{name}.{svg,webp,png,avif,jpg,gif}`, the first there is; undefined without one of at most 256 KiB. */
export async function readImage(folder: string, name: string): Promise<ImageFile | undefined> {
  // a name is a file in this folder, and never a path
  if (!/^(?!\.)[\w.-]{1,128}$/.test(name)) return undefined
  for (const [extension, type] of types) {
    const path = join(folder, `${name}.${extension}`)
    const found = await stat(path).catch(() => undefined) // not there
    if (found?.isFile() && found.size <= mostBytes) return { type, body: await readFile(path) }
  }
  return undefined
}
