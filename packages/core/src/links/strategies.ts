import type { HostKind } from './host.js'

/**
 * A way to get a code to a wallet: by an https address that the system hands to the app, by the app's own scheme, to a
 * wallet that is a page or a program of a desktop, by the clipboard, or by a camera.
 */
export type WayKind = 'universal' | 'scheme' | 'web' | 'desktop' | 'copy' | 'qr'

export type Strategy = {
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
