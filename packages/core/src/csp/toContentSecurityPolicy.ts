import type { NetworkInput } from '../contracts/network.js'
import { InvalidOptionsError } from '../errors/setup.js'
import type { Services } from '../modal/options/options.js'

/** What pages of the modal reach. All but `page` are what the modal itself is made with. */
export type ContentSecurityOptions = {
  /** As `createModal` has them. */
  readonly services?: Services | undefined
  /** All networks, those of the adapters too. */
  readonly networks?: readonly Pick<NetworkInput, 'rpcUrls' | 'assets'>[] | undefined
  /** As `createModal` has it. */
  readonly telemetry?: boolean | string | undefined
  /** Of the embedded wallet. */
  readonly frameUrl?: string | undefined
  /** What else plugins ask: the Esplora of Bitcoin, the server of sign-in. */
  readonly endpoints?: readonly string[] | undefined
  /**
   * Hosts of pictures that the page itself names, as of tokens whose balance shows. Pictures of tokens, collectibles and names
   * come by way of `services.blockchainApi` and need none.
   */
  readonly images?: readonly string[] | undefined
  /** What the page needs beside the modal: sources by directive, as `{ 'connect-src': ["'self'"] }`. */
  readonly page?: { readonly [directive: string]: readonly string[] } | undefined
}

/**
 * The strictest policy under which the modal works as it is configured, with Trusted Types: every entry says what it is for, and
 * something stops working, or is no longer refused, without it. Throws `InvalidOptionsError` for what is no address.
 * Source: CSP level 3; {@link https://www.w3.org/TR/CSP3/}.
 *
 * @example
 * const { header } = toContentSecurityPolicy({
 *   networks: [mainnet],
 *   services: { relay: 'wss://relay.example.org' },
 *   frameUrl: 'https://wallet.example.org/',
 * })
 * response.setHeader('Content-Security-Policy', header)
 */
export function toContentSecurityPolicy(options: ContentSecurityOptions): ContentSecurityPolicy {
  const entries = join([...fixedEntries, ...toAddressEntries(options), ...toPageEntries(options)])
  const directives = [...new Set(entries.map(({ directive }) => directive))]
  const toText = (directive: string): string =>
    [directive, ...entries.filter((entry) => entry.directive === directive).map(({ source }) => source)].join(' ')
  return { entries, header: directives.map(toText).join('; ') }
}

function toAddressEntries(options: ContentSecurityOptions): readonly PolicyEntry[] {
  const { services = {}, networks = [], telemetry, frameUrl, endpoints = [], images = [] } = options
  const { rpc, ...named } = services
  const problems: string[] = []
  const to = (directive: string, url: string, reason: string): PolicyEntry => {
    const origin = URL.canParse(url) ? new URL(url).origin : 'null'
    if (origin === 'null') problems.push(`"${url}" (${reason}) must be a URL with a host`)
    return { directive, source: origin, reason }
  }
  const nodes = networks.flatMap(({ rpcUrls }) => [...rpcUrls.default.http, ...(rpcUrls.chainDefault?.http ?? [])])
  const marks = networks.flatMap(({ assets }) => assets?.imageUrl ?? []).filter((url) => !url.startsWith('data:'))
  const entries = [
    ...nodes.map((url) => to('connect-src', url, 'a node of a network')),
    ...(rpc ? [to('connect-src', typeof rpc === 'string' ? rpc : rpc.url, 'services.rpc')] : []),
    ...Object.entries(named).flatMap(([name, url]) => (url ? [to('connect-src', url, `services.${name}`)] : [])),
    ...(typeof telemetry === 'string' ? [to('connect-src', telemetry, 'telemetry')] : []),
    ...endpoints.map((url) => to('connect-src', url, 'what a plugin asks')),
    ...(named.blockchainApi ? [to('img-src', named.blockchainApi, 'pictures of tokens, collectibles and names')] : []),
    ...[...images, ...marks].map((url) => to('img-src', url, 'pictures')),
    ...(frameUrl ? [to('frame-src', frameUrl, 'the frame of the embedded wallet')] : []),
  ]
  if (problems.length > 0) throw new InvalidOptionsError({ problems })
  return entries
}

function toPageEntries({ page = {} }: ContentSecurityOptions): readonly PolicyEntry[] {
  return Object.entries(page).flatMap(([directive, sources]) =>
    sources.map((source) => ({ directive, source, reason: 'the page itself' })),
  )
}

/** Each source of a directive once, with all that it is for. */
function join(entries: readonly PolicyEntry[]): readonly PolicyEntry[] {
  const joined = new Map<string, PolicyEntry>()
  for (const entry of entries) {
    const key = `${entry.directive} ${entry.source}`
    const known = joined.get(key)
    const reasons = new Set([...(known?.reason.split(', ') ?? []), entry.reason])
    joined.set(key, { ...entry, reason: [...reasons].join(', ') })
  }
  return [...joined.values()]
}

/** One source of one directive. */
export type PolicyEntry = {
  /** As `connect-src`. */
  readonly directive: string
  /** As `https://rpc.example.org` or `'self'`. */
  readonly source: string
  /** What would not work without it, or what it refuses. */
  readonly reason: string
}

export type ContentSecurityPolicy = {
  /** In the order in which they stand in the header. */
  readonly entries: readonly PolicyEntry[]
  /** For `Content-Security-Policy`. */
  readonly header: string
}

/** What every page with a modal has, however that is configured. */
const fixedEntries: readonly PolicyEntry[] = [
  { directive: 'default-src', source: "'none'", reason: 'refuses what no other directive allows' },
  { directive: 'script-src', source: "'self'", reason: 'the modal, whose parts are loaded when they are needed' },
  { directive: 'style-src', source: "'self'", reason: 'styles.css, for the buttons' },
  {
    directive: 'img-src',
    source: 'data:',
    reason: 'marks of wallets, as these announce themselves or the list has them',
  },
  { directive: 'base-uri', source: "'none'", reason: 'refuses that an injected tag sends links and scripts elsewhere' },
  { directive: 'form-action', source: "'none'", reason: 'refuses that an injected form sends away what is typed' },
  {
    directive: 'frame-ancestors',
    source: "'none'",
    reason: 'refuses that another site shows the page and guides presses',
  },
  { directive: 'require-trusted-types-for', source: "'script'", reason: 'refuses that text becomes HTML or script' },
  { directive: 'trusted-types', source: "'none'", reason: 'refuses that anything declares its own HTML to be trusted' },
]
