import type { WalletListing } from '../controllers/wallets/state.js'
import type { Host, HostKind } from './host.js'
import { parseLink, parseWebLink } from './parseLink.js'

/**
 * A way to pass a code to a wallet: a universal link (https) that the system hands to the app, the app's own scheme, a
 * web wallet, a desktop program, the clipboard, or a camera.
 */
export type LinkKind = 'universal' | 'scheme' | 'web' | 'desktop' | 'copy' | 'qr'

type Strategy = {
  /** Best first. Ways that do nothing or cause harm on this host are omitted. */
  readonly ways: readonly LinkKind[]
  /** The window in which a link to an app opens. */
  readonly target: '_self' | '_blank'
  /** How often the code is URL-encoded: some hosts decode links once too often. */
  readonly encodings: 1 | 2
  /** Whether the system lets the user choose among all apps that accept pairing codes. */
  readonly hasChooser: boolean
}

const phone: Strategy = {
  ways: ['universal', 'scheme', 'web', 'copy', 'qr'],
  target: '_self',
  encodings: 1,
  hasChooser: false,
}

/** How to reach wallets from each host. All host differences are defined here. */
export const strategies: { readonly [kind in HostKind]: Strategy } = {
  desktop: { ...phone, ways: ['desktop', 'web', 'qr', 'copy'] },
  iosSafari: phone,
  iosBrowser: phone,
  androidChrome: { ...phone, hasChooser: true },
  androidBrowser: { ...phone, hasChooser: true },
  // the app only follows links to a new window, and on Android decodes them first
  telegramIos: { ...phone, target: '_blank' },
  telegramAndroid: { ...phone, target: '_blank', encodings: 2 },
  // universal links open the wallet's page inside the app; schemes ask whether to leave it
  iosInApp: { ...phone, ways: ['scheme', 'universal', 'web', 'copy', 'qr'] },
  // an unknown scheme replaces the page with an error
  androidInApp: { ...phone, ways: ['universal', 'web', 'copy', 'qr'], target: '_blank' },
  // for a wallet other than the one that hosts the page
  walletBrowser: { ...phone, ways: ['universal', 'copy', 'qr', 'web'], target: '_blank' },
}

/** A link that leaves the page. */
export type WalletLink = {
  readonly kind: Exclude<LinkKind, 'copy' | 'qr'>
  /** Safe to follow. */
  readonly href: string
  readonly target: '_self' | '_top' | '_blank'
}

export type WalletOption = WalletLink | { readonly kind: 'copy' | 'qr' }

export type WalletLinksRequest = {
  /** Undefined for any wallet. */
  readonly wallet: WalletListing | undefined
  /** The pairing code, `wc:…`. Without one, the links only open the wallet. */
  readonly uri?: string | undefined
  readonly host: Host
  /** Whether to prefer the universal link over the app's own scheme. Default: depends on the host. */
  readonly preferUniversal?: boolean | undefined
}

/** Returns the ways to pass a pairing code to a wallet from this host, best first. Unsafe links are omitted. */
export function toWalletLinks({ wallet, uri, host, preferUniversal }: WalletLinksRequest): readonly WalletOption[] {
  const { ways, encodings, hasChooser } = strategies[host.kind]
  const bases = toBases(wallet)
  const appTarget = toTarget(host)
  return arrange(ways, preferUniversal).flatMap((kind): readonly WalletOption[] => {
    if (kind === 'copy' || kind === 'qr') return uri ? [{ kind }] : []
    const isChosenBySystem = kind === 'scheme' && !wallet && hasChooser
    const href = isChosenBySystem ? parseLink(uri) : toHref(bases[kind], uri, kind === 'web' ? 1 : encodings)
    return href ? [{ kind, href, target: isPage(kind, href) ? '_blank' : appTarget }] : []
  })
}

/**
 * Returns the window in which a link to an app opens: the system opens apps for links followed by the page itself, not
 * by its frames.
 */
export function toTarget({ kind, isFramed }: Host): '_self' | '_top' | '_blank' {
  const { target } = strategies[kind]
  return target === '_self' && isFramed ? '_top' : target
}

/** Whether a link opens a page, which must not replace this one. */
function isPage(kind: LinkKind, href: string): boolean {
  return kind === 'web' || (kind === 'desktop' && href.startsWith('https:'))
}

type BaseLinks = { readonly [kind in WalletLink['kind']]: string | null }

function toBases(wallet: WalletListing | undefined): BaseLinks {
  const mobile = parseLink(wallet?.mobile_link)
  const isUniversal = mobile?.startsWith('https:') ?? false
  return {
    universal: parseWebLink(wallet?.link_mode) ?? (isUniversal ? mobile : null),
    scheme: isUniversal ? null : mobile,
    web: parseWebLink(wallet?.webapp_link),
    desktop: parseLink(wallet?.desktop_link),
  }
}

/** Returns `{link}/wc?uri={code}`. If the link ends with `uri=`, only the code is appended. */
function toHref(base: string | null, uri: string | undefined, encodings: number): string | null {
  if (base === null || uri === undefined) return base
  if (!uri.startsWith('wc:')) return null
  let code = uri
  for (let count = 0; count < encodings; count++) code = encodeURIComponent(code)
  if (base.endsWith('uri=')) return parseLink(base + code)
  return parseLink(`${base}${base.endsWith('/') ? '' : '/'}wc?uri=${code}`)
}

function arrange(ways: readonly LinkKind[], preferUniversal: boolean | undefined): readonly LinkKind[] {
  const [universal, scheme] = [ways.indexOf('universal'), ways.indexOf('scheme')]
  if (preferUniversal === undefined || universal < 0 || scheme < 0 || universal < scheme === preferUniversal)
    return ways
  return ways.with(universal, 'scheme').with(scheme, 'universal')
}
