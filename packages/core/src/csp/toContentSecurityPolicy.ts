import type { NetworkInput } from '../contracts/network.js'
import { InvalidOptionsError } from '../errors/setup.js'
import type { Services } from '../modal/options/options.js'

/** The hosts that a page with the modal accesses: for the modal, for its plugins, and for the page itself. */
export type ContentSecurityOptions = {
  /** As passed to `createModal`. */
  readonly services?: Services | undefined
  /** As passed to `createModal`. */
  readonly restrictedServices?: Services | undefined
  /** All networks, including those of the adapters. */
  readonly networks?: readonly Pick<NetworkInput, 'rpcUrls' | 'assets'>[] | undefined
  /** As passed to `createModal`. */
  readonly telemetry?: boolean | string | undefined
  /** URL of the embedded wallet's frame. */
  readonly frameUrl?: string | undefined
  /** Other endpoints of plugins: Esplora for Bitcoin, the sign-in server. */
  readonly endpoints?: readonly string[] | undefined
  /**
   * Hosts of images that the page configures, e.g. of tokens whose balance is shown. Images of tokens, collectibles and
   * names come through `services.blockchainApi` and need no entry.
   */
  readonly images?: readonly string[] | undefined
  /** Sources by directive that the page needs in addition to the modal, e.g. `{ 'connect-src': ["'self'"] }`. */
  readonly page?: { readonly [directive: string]: readonly string[] } | undefined
}

/** One source of one directive. */
export type PolicyEntry = {
  /** E.g. `connect-src`. */
  readonly directive: string
  /** E.g. `https://rpc.example.org` or `'self'`. */
  readonly source: string
  /** What needs this source, or what the entry blocks. */
  readonly reason: string
}

export type ContentSecurityPolicy = {
  /** In the order of the header. */
  readonly entries: readonly PolicyEntry[]
  /** Value of the `Content-Security-Policy` header. */
  readonly header: string
}

/** Entries of every page with a modal. */
const fixedEntries: readonly PolicyEntry[] = [
  { directive: 'default-src', source: "'none'", reason: 'blocks what no other directive allows' },
  { directive: 'script-src', source: "'self'", reason: 'the modal and its lazy chunks' },
  { directive: 'style-src', source: "'self'", reason: 'styles.css, for the buttons' },
  {
    directive: 'img-src',
    source: 'data:',
    reason: 'logos of installed and listed wallets',
  },
  { directive: 'base-uri', source: "'none'", reason: 'keeps an injected tag from redirecting links and scripts' },
  { directive: 'form-action', source: "'none'", reason: 'keeps an injected form from sending input elsewhere' },
  {
    directive: 'frame-ancestors',
    source: "'none'",
    reason: 'keeps other sites from embedding the page (clickjacking)',
  },
  { directive: 'require-trusted-types-for', source: "'script'", reason: 'keeps strings from becoming HTML or script' },
  { directive: 'trusted-types', source: "'none'", reason: 'keeps code from declaring its own HTML as trusted' },
]

/**
 * Creates the strictest content security policy under which the modal works as configured, with Trusted Types. Every
 * entry is needed; its `reason` says for what. Throws `InvalidOptionsError` for invalid URLs. Source: CSP level 3;
 * {@link https://www.w3.org/TR/CSP3/}.
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
  const {
    services = {},
    restrictedServices = {},
    networks = [],
    telemetry,
    frameUrl,
    endpoints = [],
    images = [],
  } = options
  const problems: string[] = []
  const to = (directive: string, url: string, reason: string): PolicyEntry => {
    const origin = URL.canParse(url) ? new URL(url).origin : 'null'
    if (origin === 'null') problems.push(`"${url}" (${reason}) must be a URL with a host`)
    return { directive, source: origin, reason }
  }
  // bundlers return paths for images that a page imports
  const toImage = (url: string): PolicyEntry =>
    /^\.{0,2}\/(?!\/)/.test(url)
      ? { directive: 'img-src', source: "'self'", reason: 'images' }
      : to('img-src', url, 'images')
  const toServices = ({ rpc, ...named }: Services, option: string): readonly PolicyEntry[] => [
    ...(rpc ? [to('connect-src', typeof rpc === 'string' ? rpc : rpc.url, `${option}.rpc`)] : []),
    ...Object.entries(named).flatMap(([name, url]) => (url ? [to('connect-src', url, `${option}.${name}`)] : [])),
  ]
  const nodes = networks.flatMap(({ rpcUrls }) => [...rpcUrls.default.http, ...(rpcUrls.chainDefault?.http ?? [])])
  const networkImages = networks
    .flatMap(({ assets }) => assets?.imageUrl ?? [])
    .filter((url) => !url.startsWith('data:'))
  const entries = [
    ...nodes.map((url) => to('connect-src', url, 'RPC nodes')),
    ...toServices(services, 'services'),
    ...toServices(restrictedServices, 'restrictedServices'),
    ...(typeof telemetry === 'string' ? [to('connect-src', telemetry, 'telemetry')] : []),
    ...endpoints.map((url) => to('connect-src', url, 'endpoints of plugins')),
    ...[services, restrictedServices].flatMap(({ blockchainApi }) =>
      blockchainApi ? [to('img-src', blockchainApi, 'images of tokens, collectibles and names')] : [],
    ),
    ...images.map((url) => to('img-src', url, 'images')),
    ...networkImages.map(toImage),
    ...(frameUrl
      ? [
          to('frame-src', frameUrl, 'the frame of the embedded wallet'),
          to('connect-src', frameUrl, 'to notice at once that the embedded wallet is down'),
        ]
      : []),
  ]
  if (problems.length > 0) throw new InvalidOptionsError({ problems })
  return entries
}

function toPageEntries({ page = {} }: ContentSecurityOptions): readonly PolicyEntry[] {
  return Object.entries(page).flatMap(([directive, sources]) =>
    sources.map((source) => ({ directive, source, reason: 'the page itself' })),
  )
}

/** Merges duplicate sources of a directive, with all of their reasons. */
function join(entries: readonly PolicyEntry[]): readonly PolicyEntry[] {
  const joined = new Map<string, { readonly entry: PolicyEntry; readonly reasons: Set<string> }>()
  for (const entry of entries) {
    const key = `${entry.directive} ${entry.source}`
    const known = joined.get(key)
    if (known) known.reasons.add(entry.reason)
    else joined.set(key, { entry, reasons: new Set([entry.reason]) })
  }
  return [...joined.values()].map(({ entry, reasons }) => ({ ...entry, reason: [...reasons].join(', ') }))
}
