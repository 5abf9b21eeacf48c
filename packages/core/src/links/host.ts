/** What a page runs in, as far as following a link to an app goes. */
export type HostKind =
  | 'desktop'
  | 'iosSafari'
  /** Chrome, Firefox, Edge and others of iOS. */
  | 'iosBrowser'
  | 'androidChrome'
  /** Firefox, Samsung Internet and others of Android. */
  | 'androidBrowser'
  | 'telegramIos'
  | 'telegramAndroid'
  /** The browser inside an app that is no browser: Instagram, Facebook, X. */
  | 'iosInApp'
  | 'androidInApp'
  /** The browser inside the app of a wallet, where that wallet is on the page. */
  | 'walletBrowser'

export type Host = {
  readonly kind: HostKind
  readonly system: 'ios' | 'android' | 'other'
  /** The page is in a frame of another one. */
  readonly isFramed: boolean
}

/** What a browser says of itself. */
export type HostTraits = {
  readonly userAgent: string
  /** How many fingers it feels: an iPad that calls itself a Mac feels five. */
  readonly maxTouchPoints?: number | undefined
  /** Started from the home screen. */
  readonly isStandalone?: boolean | undefined
  /** The bridge of Telegram is on the page. */
  readonly isTelegram?: boolean | undefined
  /** A wallet is on the page without having been asked for. */
  readonly hasInjectedWallet?: boolean | undefined
  readonly isFramed?: boolean | undefined
}

/** Brings up the app of a wallet on this phone. */
export type AppLink = {
  /** How the wallet is called in the list. */
  readonly name: string
  /** Safe to follow where {@link getWalletLink} or `toWalletLinks` gave it. */
  readonly href: string
}

/** The app that a connection is with, as it is stored. */
export type StoredWalletLink = AppLink & { readonly connectorId: string }

/** Where the page runs; a desktop on a server. */
export function readHost(window: Window | null): Host {
  return detectHost(readTraits(window))
}

/** The system that the browser names. */
export function toSystem({
  userAgent,
  maxTouchPoints = 0,
}: Pick<HostTraits, 'userAgent' | 'maxTouchPoints'>): Host['system'] {
  if (/android/i.test(userAgent)) return 'android'
  // an iPad says that it is a Mac, and no Mac has a touch screen
  const isApple = /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
  return isApple ? 'ios' : 'other'
}

const walletBrowsers =
  /MetaMaskMobile|TrustWallet|Trust\/|CoinbaseWallet|CoinbaseBrowser|TokenPocket|imToken|OKApp|OKEx|BitKeep|Bitget|Phantom\/|Rainbow\/|SafePal|MathWallet|Solflare/i

const inAppBrowsers =
  /FBA[NV]|FB_IAB|FBIOS|Instagram|Twitter|Line\/|MicroMessenger|WhatsApp|LinkedInApp|Snapchat|Pinterest\/|BytedanceWebview|musical_ly|Discord|Reddit/i

/** Tells where a page runs from what the browser says of itself. Pure. */
export function detectHost(traits: HostTraits): Host {
  const system = toSystem(traits)
  return { kind: toKind(traits, system), system, isFramed: traits.isFramed ?? false }
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

/** A page inside of an app. A browser of iOS ends its name with `Safari/`, which what stands on the home screen does not. */
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

/** What is looked at of a page, wherever it is. */
type Page = Window & {
  readonly ethereum?: unknown
  readonly phantom?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly initData?: unknown } }
  readonly TelegramWebviewProxy?: unknown
}

/** What the page's browser says of itself; nothing on a server. */
export function readTraits(window: Window | null): HostTraits {
  if (!window) return { userAgent: '' }
  const page: Page = window
  const { userAgent, maxTouchPoints } = page.navigator
  return {
    userAgent,
    maxTouchPoints,
    isStandalone: 'standalone' in page.navigator && page.navigator.standalone === true,
    // the script of Telegram alone is on many pages; in the app it was given something to say
    isTelegram: Boolean(page.TelegramWebviewProxy ?? page.Telegram?.WebApp?.initData),
    hasInjectedWallet: Boolean(page.ethereum ?? page.phantom),
    isFramed: (page.parent ?? page) !== page,
  }
}

/** Whether wallets are apps here and links lead to them: a phone or a tablet. Not on a server. */
export function isPhone(window: Window | null): boolean {
  return window !== null && toSystem(window.navigator) !== 'other'
}

/** Messaging apps that open links in a browser of their own. */
const messengers =
  /Telegram|WhatsApp|MicroMessenger|\bLine\/|KAKAOTALK|Messenger|FB_IAB\/(Orca|MESSENGER)|Viber|Zalo|Snapchat|Discord/i

/** Whether the page runs in the browser inside a messaging app. */
export function isMessenger({ userAgent, isTelegram = false }: HostTraits): boolean {
  return isTelegram || messengers.test(userAgent)
}
