/** The kind of browser that a page runs in, as far as links to apps are concerned. */
export type HostKind =
  | 'desktop'
  | 'iosSafari'
  /** Chrome, Firefox, Edge and other iOS browsers. */
  | 'iosBrowser'
  | 'androidChrome'
  /** Firefox, Samsung Internet and other Android browsers. */
  | 'androidBrowser'
  | 'telegramIos'
  | 'telegramAndroid'
  /** The in-app browser of Instagram, Facebook, X etc. */
  | 'iosInApp'
  | 'androidInApp'
  /** The in-app browser of a wallet, which injects that wallet. */
  | 'walletBrowser'

export type Host = {
  readonly kind: HostKind
  readonly system: 'ios' | 'android' | 'other'
  /** Whether the page is embedded in a frame. */
  readonly isFramed: boolean
}

/** What a browser reveals about itself. */
export type HostTraits = {
  readonly userAgent: string
  /** Number of touch points: an iPad that identifies as a Mac has five. */
  readonly maxTouchPoints?: number | undefined
  /** Whether the page was started from the home screen. */
  readonly isStandalone?: boolean | undefined
  /** Whether the page has the Telegram bridge. */
  readonly isTelegram?: boolean | undefined
  /** Whether a wallet is injected into the page. */
  readonly hasInjectedWallet?: boolean | undefined
  readonly isFramed?: boolean | undefined
}

/** A link that opens a wallet's app on this phone. */
export type AppLink = {
  /** Name of the wallet in the list. */
  readonly name: string
  /** Safe to follow if returned by `getWalletLink` or `toWalletLinks`. */
  readonly href: string
}

/** The stored app link of a connection. */
export type StoredWalletLink = AppLink & { readonly connectorId: string }

const walletBrowsers =
  /MetaMaskMobile|TrustWallet|Trust\/|CoinbaseWallet|CoinbaseBrowser|TokenPocket|imToken|OKApp|OKEx|BitKeep|Bitget|Phantom\/|Rainbow\/|SafePal|MathWallet|Solflare/i

const inAppBrowsers =
  /FBA[NV]|FB_IAB|FBIOS|Instagram|Twitter|Line\/|MicroMessenger|WhatsApp|LinkedInApp|Snapchat|Pinterest\/|BytedanceWebview|musical_ly|Discord|Reddit/i

/** Messaging apps that open links in their own in-app browser. */
const messengers =
  /Telegram|WhatsApp|MicroMessenger|\bLine\/|KAKAOTALK|Messenger|FB_IAB\/(Orca|MESSENGER)|Viber|Zalo|Snapchat|Discord/i

/** The page properties that are inspected. */
type Page = Window & {
  readonly ethereum?: unknown
  readonly phantom?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly initData?: unknown } }
  readonly TelegramWebviewProxy?: unknown
}

/** Detects where the page runs. A server counts as a desktop. */
export function readHost(window: Window | null): Host {
  return detectHost(readTraits(window))
}

/** Detects where a page runs from browser traits. Pure. */
export function detectHost(traits: HostTraits): Host {
  const system = toSystem(traits)
  return { kind: toKind(traits, system), system, isFramed: traits.isFramed ?? false }
}

/** Reads the browser traits; empty on a server. */
export function readTraits(window: Window | null): HostTraits {
  if (!window) return { userAgent: '' }
  const page: Page = window
  const { userAgent, maxTouchPoints } = page.navigator
  return {
    userAgent,
    maxTouchPoints,
    isStandalone: 'standalone' in page.navigator && page.navigator.standalone === true,
    // many pages include the Telegram script; only inside the app is there init data
    isTelegram: Boolean(page.TelegramWebviewProxy ?? page.Telegram?.WebApp?.initData),
    hasInjectedWallet: Boolean(page.ethereum ?? page.phantom),
    isFramed: (page.parent ?? page) !== page,
  }
}

/** Returns the operating system that the browser reports. */
export function toSystem({
  userAgent,
  maxTouchPoints = 0,
}: Pick<HostTraits, 'userAgent' | 'maxTouchPoints'>): Host['system'] {
  if (/android/i.test(userAgent)) return 'android'
  // an iPad identifies as a Mac, and no Mac has a touch screen
  const isApple = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
  return isApple ? 'ios' : 'other'
}

/** Whether wallets are apps that links can open: on a phone or tablet. False on a server. */
export function isPhone(window: Window | null): boolean {
  return window !== null && toSystem(window.navigator) !== 'other'
}

/** Whether the page runs in the in-app browser of a messaging app. */
export function isMessenger({ userAgent, isTelegram = false }: HostTraits): boolean {
  return isTelegram || messengers.test(userAgent)
}

function toKind(traits: HostTraits, system: Host['system']): HostKind {
  if (system === 'other') return 'desktop'
  const { userAgent } = traits
  const isIos = system === 'ios'
  if (traits.isTelegram || /telegram/i.test(userAgent)) return isIos ? 'telegramIos' : 'telegramAndroid'
  if (walletBrowsers.test(userAgent)) return 'walletBrowser'
  if (inAppBrowsers.test(userAgent) || isWebView(traits, isIos)) {
    if (traits.hasInjectedWallet) return 'walletBrowser'
    return isIos ? 'iosInApp' : 'androidInApp'
  }
  if (isIos)
    return /(CriOS|FxiOS|EdgiOS|OPiOS|OPT|DuckDuckGo|GSA|YaBrowser|Brave)\//.test(userAgent)
      ? 'iosBrowser'
      : 'iosSafari'
  return isChrome(userAgent) ? 'androidChrome' : 'androidBrowser'
}

/**
 * Whether the page runs in a web view. On iOS, only browsers end their user agent with `Safari/`; pages started from
 * the home screen don't.
 */
function isWebView({ userAgent, isStandalone }: HostTraits, isIos: boolean): boolean {
  if (isIos) return !/Safari\//.test(userAgent) && !isStandalone
  return /; wv\)|Version\/[\d.]+ Chrome\//.test(userAgent)
}

function isChrome(userAgent: string): boolean {
  return (
    /Chrome\//.test(userAgent) &&
    !/SamsungBrowser|OPR\/|EdgA\/|DuckDuckGo|YaBrowser|UCBrowser|HuaweiBrowser|MiuiBrowser|VivoBrowser|HeyTapBrowser/.test(
      userAgent,
    )
  )
}
