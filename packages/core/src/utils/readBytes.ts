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
