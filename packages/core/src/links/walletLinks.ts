import type { WalletListing } from '../controllers/wallets/state.js'
import type { Host, HostKind } from './host.js'
import { parseLink, parseWebLink } from './parseLink.js'

/** A way that leads away from the page. */
export type WalletLink = {
  readonly kind: Exclude<WayKind, 'copy' | 'qr'>
  /** Safe to follow. */
  readonly href: string
  readonly target: '_self' | '_top' | '_blank'
}

export type WalletWay = WalletLink | { readonly kind: 'copy' | 'qr' }

export type WalletLinksRequest = {
  /** Absent where any wallet will do. */
  readonly wallet: WalletListing | undefined
  /** The pairing code, `wc:…`. Without one the links only bring up the wallet. */
  readonly uri?: string | undefined
  readonly host: Host
  /** The address that the system hands to the app before the app's own scheme, or after it; as suits the host unless told. */
  readonly preferUniversal?: boolean | undefined
}

/** How a code gets to a wallet from where the page runs, the best way first. Links that are not safe are left out. */
export function toWalletLinks({ wallet, uri, host, preferUniversal }: WalletLinksRequest): readonly WalletWay[] {
  const { ways, encodings, hasChooser } = strategies[host.kind]
  const bases = toBases(wallet)
  const appTarget = toTarget(host)
  return arrange(ways, preferUniversal).flatMap((kind): readonly WalletWay[] => {
    if (kind === 'copy' || kind === 'qr') return uri ? [{ kind }] : []
    const isChosenBySystem = kind === 'scheme' && !wallet && hasChooser
    const href = isChosenBySystem ? parseLink(uri) : toHref(bases[kind], uri, kind === 'web' ? 1 : encodings)
    return href ? [{ kind, href, target: isPage(kind, href) ? '_blank' : appTarget }] : []
  })
}

/** A wallet that is a page must not take the place of this one. */
function isPage(kind: WayKind, href: string): boolean {
  return kind === 'web' || (kind === 'desktop' && href.startsWith('https:'))
}

type Bases = { readonly [kind in WalletLink['kind']]: string | null }

function toBases(wallet: WalletListing | undefined): Bases {
  const mobile = parseLink(wallet?.mobile_link)
  const isAddress = mobile?.startsWith('https:') ?? false
  return {
    universal: parseWebLink(wallet?.link_mode) ?? (isAddress ? mobile : null),
    scheme: isAddress ? null : mobile,
    web: parseWebLink(wallet?.webapp_link),
    desktop: parseLink(wallet?.desktop_link),
  }
}

/** `{link}/wc?uri={code}`; a link that ends where a code belongs gets nothing but the code. */
function toHref(base: string | null, uri: string | undefined, encodings: number): string | null {
  if (base === null || uri === undefined) return base
  if (!uri.startsWith('wc:')) return null
  let code = uri
  for (let count = 0; count < encodings; count++) code = encodeURIComponent(code)
  if (base.endsWith('uri=')) return parseLink(base + code)
  return parseLink(`${base}${base.endsWith('/') ? '' : '/'}wc?uri=${code}`)
}

function arrange(ways: readonly WayKind[], preferUniversal: boolean | undefined): readonly WayKind[] {
  const [universal, scheme] = [ways.indexOf('universal'), ways.indexOf('scheme')]
  if (preferUniversal === undefined || universal < 0 || scheme < 0 || universal < scheme === preferUniversal)
    return ways
  return ways.with(universal, 'scheme').with(scheme, 'universal')
}

/**
 * A way to get a code to a wallet: by an https address that the system hands to the app, by the app's own scheme, to a
 * wallet that is a page or a program of a desktop, by the clipboard, or by a camera.
 */
export type WayKind = 'universal' | 'scheme' | 'web' | 'desktop' | 'copy' | 'qr'

type Strategy = {
  /** The best first. A way that is absent does harm there or nothing at all. */
  readonly ways: readonly WayKind[]
  /** Where a link to an app opens. */
  readonly target: '_self' | '_blank'
  /** How often the code is encoded: some hosts decode a link once more than they should. */
  readonly encodings: 1 | 2
  /** The system lets the visitor choose among all apps that take codes. */
  readonly hasChooser: boolean
}

const phone: Strategy = {
  ways: ['universal', 'scheme', 'web', 'copy', 'qr'],
  target: '_self',
  encodings: 1,
  hasChooser: false,
}

/** How wallets are reached from each host: the one place that knows. */
export const strategies: { readonly [kind in HostKind]: Strategy } = {
  desktop: { ...phone, ways: ['desktop', 'web', 'qr', 'copy'] },
  iosSafari: phone,
  iosBrowser: phone,
  androidChrome: { ...phone, hasChooser: true },
  androidBrowser: { ...phone, hasChooser: true },
  // the app follows links of a new window only, on Android after decoding them itself
  telegramIos: { ...phone, target: '_blank' },
  telegramAndroid: { ...phone, target: '_blank', encodings: 2 },
  // universal links load the page of the wallet inside the app; schemes ask whether to leave it
  iosInApp: { ...phone, ways: ['scheme', 'universal', 'web', 'copy', 'qr'] },
  // a scheme that the app does not know replaces the page by an error
  androidInApp: { ...phone, ways: ['universal', 'web', 'copy', 'qr'], target: '_blank' },
  // another wallet than the one around the page
  walletBrowser: { ...phone, ways: ['universal', 'copy', 'qr', 'web'], target: '_blank' },
}

/** Where a link to an app opens: a system hands over what the page itself follows, not what one of its frames does. */
export function toTarget({ kind, isFramed }: Host): '_self' | '_top' | '_blank' {
  const { target } = strategies[kind]
  return target === '_self' && isFramed ? '_top' : target
}
