import type { Host, HostKind, HostTraits } from './host.js'
import { toSystem } from './toSystem.js'

const wallets =
  /MetaMaskMobile|TrustWallet|Trust\/|CoinbaseWallet|CoinbaseBrowser|TokenPocket|imToken|OKApp|OKEx|BitKeep|Bitget|Phantom\/|Rainbow\/|SafePal|MathWallet|Solflare/i

const apps =
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
  if (wallets.test(userAgent)) return 'walletBrowser'
  if (apps.test(userAgent) || isWebView(traits, isIos)) {
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
