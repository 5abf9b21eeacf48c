/** The body as bytes. Throws `RangeError` and ends the transfer where there are more than `most`, whatever its header says. */
export async function readBytes(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > most) {
      // not waited for: a body that is read twice ends only when both readers have ended it
      void reader.cancel().catch(() => undefined)
      throw new RangeError(`The reply is larger than ${most} bytes.`)
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** Bytes of a reply that are read; no honest node sends more for what is asked here. */
const maxTextBytes = 10_485_760

/** The body as text. Throws where it is larger than 10 MiB, whatever its header says. */
export async function readText(response: Response): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, maxTextBytes))
}

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
