import type { IncomingMessage } from 'node:http'
import { readImageType } from '@latchkey/core/plugin'
import { type Lookup, requestUntrusted } from '@latchkey/server-kit/hosts'
import type { ImageFile } from './images.js'

type RemoteImageOptions = {
  readonly lookup: Lookup
  /** Whether the operator allows this host anywhere: on the local network, by `http:` or on another port. */
  readonly isTrusted: (url: URL) => boolean
  readonly signal: AbortSignal
}

/** Maximum bytes and redirects. */
const limits = { bytes: 1_048_576, redirects: 3 } as const

/**
 * Fetches an image from an untrusted URL. Each redirect is checked like the first URL. Rejects anything that is not an image by its
 * bytes, larger than 1 MiB or compressed. The request contains nothing about the user.
 */
export async function fetchRemoteImage(url: URL, options: RemoteImageOptions): Promise<ImageFile> {
  let next = url
  for (let hops = 0; hops <= limits.redirects; hops++) {
    const response = await requestUntrusted(next, {
      ...options,
      headers: { accept: 'image/*', 'accept-encoding': 'identity' },
    })
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      next = new URL(headers.location, next)
      continue
    }
    if (statusCode !== 200 || (headers['content-encoding'] ?? 'identity') !== 'identity') {
      response.destroy()
      throw new TypeError(`The host returned ${statusCode}.`)
    }
    const body = await readBody(response)
    const type = readImageType(body)
    if (type === undefined) throw new TypeError('The response is not an image.')
    return { type, body }
  }
  throw new TypeError('Too many redirects.')
}

async function readBody(response: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = (): TypeError => new TypeError(`The image is larger than ${limits.bytes} bytes.`)
  if (Number(response.headers['content-length'] ?? 0) > limits.bytes) {
    response.destroy()
    throw tooLarge()
  }
  const chunks: Buffer[] = []
  let size = 0
  // leaving the loop closes the connection
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > limits.bytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
