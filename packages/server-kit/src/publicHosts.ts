import { lookup as lookupHost } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'

/** Resolves a host name to all of its addresses. */
export type Lookup = (name: string) => Promise<readonly string[]>

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

/** Throws a TypeError unless a URL is `https:` on port 443 with a host name. */
export function assertPublicUrl(url: URL): void {
  if (url.protocol !== 'https:' || url.port !== '') throw new TypeError('Only https on port 443 is allowed.')
  // numeric names, such as 2130706433, are parsed as addresses
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) throw new TypeError('Only host names are allowed.')
}

/**
 * Resolves the address to connect to for an untrusted URL: `https:` on port 443 only, to a name whose addresses are all public.
 * Connecting to this address prevents DNS rebinding. Throws a TypeError.
 */
export async function resolvePublicHost(url: URL, lookup: Lookup): Promise<string> {
  assertPublicUrl(url)
  const addresses = await lookup(url.hostname)
  const [first] = addresses
  if (first === undefined || !addresses.every(isPublicAddress))
    throw new TypeError('The host is not on the public internet.')
  return first
}

export type RequestUntrustedOptions = {
  readonly lookup: Lookup
  /** Whether the operator allows this host anywhere: on the local network, by `http:` or on another port. */
  readonly isTrusted: (url: URL) => boolean
  readonly signal: AbortSignal
  readonly headers: Readonly<Record<string, string>>
  /** Sent with POST. Default: a GET without a body. */
  readonly body?: string | undefined
}

/**
 * Requests an untrusted URL without following redirects. Throws a TypeError for one that is neither public nor trusted, and the signal's
 * reason as soon as it aborts.
 */
export async function requestUntrusted(url: URL, options: RequestUntrustedOptions): Promise<IncomingMessage> {
  const { lookup, isTrusted, signal, headers, body } = options
  if (url.username !== '' || url.password !== '') throw new TypeError('URLs with credentials are not allowed.')
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const host = isTrusted(url) ? name : await untilAborted(resolvePublicHost(url, lookup), signal)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const outgoing = request(
      {
        host,
        ...(isIP(name) === 0 && { servername: name }),
        port: url.port || undefined,
        path: `${url.pathname}${url.search}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host: url.host, 'user-agent': 'latchkey', ...headers },
        agent: false,
        signal,
      },
      resolve,
    )
    outgoing.on('error', (cause) => reject(signal.aborted ? signal.reason : cause))
    outgoing.end(body)
  })
}

/** The resolver of the system can't be stopped. */
async function untilAborted<value>(work: Promise<value>, signal: AbortSignal): Promise<value> {
  let abort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
  })
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** The addresses that the system's resolver returns. */
export async function lookupAll(name: string): Promise<readonly string[]> {
  return (await lookupHost(name, { all: true })).map(({ address }) => address)
}

function isIn(ranges: readonly string[], address: string, family: 'ipv4' | 'ipv6'): boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list.check(address, family)
}
