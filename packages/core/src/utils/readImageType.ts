const signatures: readonly (readonly [type: string, offset: number, text: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
]

/** What may stand before the element: a byte order mark, a declaration, a document type, comments. */
const svg = /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i

/** The type of an image that image elements show, by how its bytes begin; undefined for anything else, a page of HTML too. */
export function readImageType(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 4_096))
  const found = signatures.find(([, offset, text]) => head.startsWith(text, offset))
  if (found) return found[0]
  return svg.test(head) ? 'image/svg+xml' : undefined
}
