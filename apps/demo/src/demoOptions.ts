import type { LocaleChoice } from '@latchkey/ui-react'

/** The page's options. They are stored in the URL because most of them only take effect in `createModal`. */
export const demoOptions = {
  solana: { label: 'Solana', byDefault: true },
  bitcoin: { label: 'Bitcoin', byDefault: true },
  walletConnect: { label: 'WalletConnect', byDefault: true },
  embeddedWallet: { label: 'Embedded wallet', byDefault: true },
  holds: { label: 'Hold first transfers (embedded wallet)', byDefault: false },
  passkey: { label: 'Login with a passkey', byDefault: true },
  email: { label: 'Login by email', byDefault: true },
  socials: { label: 'Login at other sites', byDefault: true },
  farcaster: { label: 'Login with Farcaster', byDefault: true },
  phone: { label: 'Login by SMS', byDefault: false },
  guest: { label: 'Continue as guest', byDefault: false },
  adapters: { label: 'Chain adapters', byDefault: true },
  multiWallet: { label: 'Several wallets at once', byDefault: true },
  smartWallet: { label: 'A wallet with a smart account', byDefault: false },
  blockchainApi: { label: 'Read chains by the service', byDefault: true },
  remoteConfig: { label: 'Settings of the project', byDefault: false },
  onramp: { label: 'Buy', byDefault: true },
  swaps: { label: 'Swap', byDefault: true },
  receive: { label: 'Receive', byDefault: true },
  send: { label: 'Send', byDefault: true },
  activity: { label: 'Activity', byDefault: true },
  pay: { label: 'Pay', byDefault: false },
  siwx: { label: 'Sign in with the wallet', byDefault: false },
  siwxRequired: { label: 'Signing in is required', byDefault: true },
  enableReconnect: { label: 'Reconnect on load', byDefault: true },
  enableNetworkSwitch: { label: 'Ask for a supported network', byDefault: true },
  allowUnsupportedChain: { label: 'Tolerate other networks', byDefault: false },
  enableEIP6963: { label: 'Find wallets by EIP-6963', byDefault: true },
  idlePrefetch: { label: 'Load the modal in advance', byDefault: true },
  compact: { label: 'One pane in wide windows', byDefault: false },
  inline: { label: 'Embed in the page', byDefault: false },
  debug: { label: 'Show alerts', byDefault: false },
  branding: { label: 'Branding', byDefault: true },
  walletGroups: { label: 'Groups of wallets', byDefault: false },
  disclaimer: { label: 'Disclaimer', byDefault: false },
  legal: { label: 'Terms and privacy links', byDefault: true },
  strictMode: { label: 'React StrictMode', byDefault: true },
} as const

type DemoOption = keyof typeof demoOptions
export type DemoOptions = { readonly [option in DemoOption]: boolean }

export const optionNames = Object.keys(demoOptions) as readonly DemoOption[]

/** Parses the options from a query string. */
export function parseDemoOptions(search: string): DemoOptions {
  const query = new URLSearchParams(search)
  const entries = optionNames.map((name) => {
    const value = query.get(name)
    return [name, value === null ? demoOptions[name].byDefault : value === '1'] as const
  })
  return Object.fromEntries(entries) as DemoOptions
}

/** Parses the locale from a query string, e.g. `?locale=ar` or `?locale=auto`. The modal reports unknown ones. */
export function parseLocale(search: string): LocaleChoice | undefined {
  return (new URLSearchParams(search).get('locale') ?? undefined) as LocaleChoice | undefined
}

/** Parses the id of a project that was added in the console, e.g. `?projectId=my-app`. */
export function parseProjectId(search: string): string | undefined {
  return new URLSearchParams(search).get('projectId') || undefined
}

/** Parses the token to show instead of the native currency, e.g. `?shownToken=0x…`. */
export function parseShownToken(search: string): string | undefined {
  return new URLSearchParams(search).get('shownToken') ?? undefined
}

/** Returns the query string with one option changed. */
export function toSearch(search: string, name: DemoOption, value: boolean): string {
  const query = new URLSearchParams(search)
  if (value === demoOptions[name].byDefault) query.delete(name)
  else query.set(name, value ? '1' : '0')
  return query.size > 0 ? `?${query}` : ''
}
