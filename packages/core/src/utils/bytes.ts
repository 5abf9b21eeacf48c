/** Maximum size of a response; honest nodes send less. */
const maxTextBytes = 10_485_760

const signatures: readonly (readonly [type: string, offset: number, text: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
]

/** An SVG element, after an optional byte order mark, XML declaration, document type and comments. */
const svg = /^(\xef\xbb\xbf)?\s*(<\?xml[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i

/**
 * Reads a body as bytes. Throws `RangeError` and cancels the transfer if there are more than `maxBytes`, whatever the
 * header says.
 */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      // not awaited: the cancellation of a teed body settles only once both branches are canceled
      void reader.cancel().catch(() => undefined)
      throw new RangeError(`The response is larger than ${maxBytes} bytes.`)
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

/** Reads a body as text. Throws `RangeError` if it is larger than 10 MiB, whatever the header says. */
export async function readText(response: Response): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, maxTextBytes))
}

/** Returns the type of an image by its first bytes. Undefined for anything else, including HTML. */
export function readImageType(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 4_096))
  const found = signatures.find(([, offset, text]) => head.startsWith(text, offset))
  if (found) return found[0]
  return svg.test(head) ? 'image/svg+xml' : undefined
}
