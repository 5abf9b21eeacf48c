import type { IncomingMessage } from 'node:http'

/** Bytes. */
const most = 10_000

/** The fields of a form; none where it is larger than a form of ours. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > most) return new URLSearchParams()
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
