import { omitUndefined } from '../utils/records.js'

/** Social logins that exist, in the default order. [S2.19] */
export const socialProviders = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const

export type Social = (typeof socialProviders)[number]

/** Those that a visitor logs in at in a popup. [S5.3] */
export type SocialProvider = Exclude<Social, 'farcaster'>

/** Ways to connect, in the default order. [S2.16] */
const connectMethods = ['email', 'social', 'wallet'] as const

export type ConnectMethod = (typeof connectMethods)[number]

/** Kinds of wallet rows, in the default order. [S2.17] */
const connectorKinds = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'] as const

export type ConnectorKind = (typeof connectorKinds)[number]

/** What can be done with a connected wallet, in the default order. [S2.18] */
const walletFeatures = ['onramp', 'swaps', 'receive', 'send'] as const

export type WalletFeature = (typeof walletFeatures)[number]

/** What the modal offers. A feature that is off is neither shown nor loaded. [S1.5, S2.5] */
export type Features = {
  readonly email: boolean
  readonly socials: readonly Social[] | false
  readonly swaps: boolean
  /** A list: at these providers only, by name. [S5.17] */
  readonly onramp: boolean | readonly string[]
  readonly activity: boolean
  readonly send: boolean
  readonly receive: boolean
  readonly pay: boolean
  /** The small "Latchkey" line under the Connect view. */
  readonly branding: boolean
  /** Several wallets at once in one namespace. */
  readonly multiWallet: boolean
  readonly connectMethodsOrder: readonly ConnectMethod[]
  readonly connectorTypeOrder: readonly ConnectorKind[]
  readonly walletFeaturesOrder: readonly WalletFeature[]
}

export const defaultFeatures: Features = {
  email: true,
  socials: socialProviders,
  swaps: true,
  onramp: true,
  activity: true,
  send: true,
  receive: true,
  pay: false,
  branding: true,
  multiWallet: false,
  connectMethodsOrder: connectMethods,
  connectorTypeOrder: connectorKinds,
  walletFeaturesOrder: walletFeatures,
}

/** The features that hold: what the app says over the defaults. Paying turns off email and socials. [S5.23] */
export function resolveFeatures(local: Partial<Features> = {}): Features {
  const features: Features = { ...defaultFeatures, ...omitUndefined(local) }
  return features.pay ? { ...features, email: false, socials: false } : features
}
