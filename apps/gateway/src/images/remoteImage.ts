import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { readImageType } from '@latchkey/core/plugin'
import type { ImageFile } from './images.js'

/** Resolves a host name to all of its addresses. */
export type Lookup = (name: string) => Promise<readonly string[]>

type RemoteImageOptions = {
  readonly lookup: Lookup
  /** Whether the operator allows this host anywhere: on the local network, by `http:` or on another port. */
  readonly isTrusted: (url: URL) => boolean
  readonly signal: AbortSignal
}

/** Maximum bytes and redirects. */
const limits = { bytes: 1_048_576, redirects: 3 } as const

/** Special-purpose IPv4 ranges: RFC 6890 and its registry, multicast, reserved. */
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]

/** Special ranges within 2000::/3: protocol assignments with Teredo, documentation, 6to4. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Whether an address is on the public internet. Mapped, translated and tunnelled IPv4 addresses aren't. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !isIn(special4, address, 'ipv4')
  return family === 6 && isIn(['2000::/3'], address, 'ipv6') && !isIn(special6, address, 'ipv6')
}

/**
 * Resolves the address to connect to for an untrusted URL: `https:` on port 443 only, to a name whose addresses are all public.
 * Connecting to this address prevents DNS rebinding. Throws a TypeError.
 */
export async function resolvePublicHost(url: URL, lookup: Lookup): Promise<string> {
  if (url.protocol !== 'https:' || url.port !== '') throw new TypeError('Only https on port 443 is allowed.')
  // numeric names, such as 2130706433, are parsed as addresses
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new TypeError('Only host names are allowed.')
  const addresses = await lookup(url.hostname)
  const [first] = addresses
  if (first === undefined || !addresses.every(isPublicAddress))
    throw new TypeError('The host is not on the public internet.')
  return first
}

/**
 * Fetches an image from an untrusted URL. Each redirect is checked like the first URL. Rejects anything that is not an image by its
 * bytes, larger than 1 MiB or compressed. The request contains nothing about the user.
 */
export async function fetchRemoteImage(url: URL, options: RemoteImageOptions): Promise<ImageFile> {
  let next = url
  for (let hops = 0; hops <= limits.redirects; hops++) {
    const response = await requestImage(next, options)
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

async function requestImage(url: URL, { lookup, isTrusted, signal }: RemoteImageOptions): Promise<IncomingMessage> {
  if (url.username !== '' || url.password !== '') throw new TypeError('URLs with credentials are not allowed.')
  const isOwn = isTrusted(url)
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const host = isOwn ? name : await resolvePublicHost(url, lookup)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const outgoing = request(
      {
        host,
        ...(isIP(name) === 0 && { servername: name }),
        port: url.port || undefined,
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'latchkey' },
        agent: false,
        signal,
      },
      resolve,
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
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

function isIn(ranges: readonly string[], address: string, family: 'ipv4' | 'ipv6'): boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list.check(address, family)
}
