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
