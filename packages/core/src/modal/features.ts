import { omitUndefined } from '../utils/records.js'

/** All social logins, in the default order. [S2.19] */
export const socialProviders = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const

export type Social = (typeof socialProviders)[number]

/** Social logins that use a pop-up. [S5.3] */
export type SocialProvider = Exclude<Social, 'farcaster'>

/** A way to log in to the embedded wallet. */
export type LoginMethod = 'email' | 'passkey' | Social

export function isLoginMethod(value: unknown): value is LoginMethod {
  return value === 'email' || value === 'passkey' || socialProviders.includes(value as Social)
}

/** Connection methods, in the default order. [S2.16] */
const connectMethods = ['email', 'social', 'wallet'] as const

export type ConnectMethod = (typeof connectMethods)[number]

/** Kinds of wallet list items, in the default order. [S2.17] */
const connectorKinds = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'] as const

export type ConnectorKind = (typeof connectorKinds)[number]

/** Actions of a connected wallet, in the default order. [S2.18] */
const walletFeatures = ['onramp', 'swaps', 'receive', 'send'] as const

export type WalletFeature = (typeof walletFeatures)[number]

/** The features that the modal offers. A disabled feature is neither shown nor loaded. [S1.5, S2.5] */
export type Features = {
  /** Logs in to the embedded wallet with a passkey, as the first option. Default: false, as not every secure site supports it. */
  readonly passkey: boolean
  readonly email: boolean
  readonly socials: readonly Social[] | false
  readonly swaps: boolean
  /** A list enables only these providers, by name. [S5.17] */
  readonly onramp: boolean | readonly string[]
  readonly activity: boolean
  readonly send: boolean
  readonly receive: boolean
  readonly pay: boolean
  /** The small "Latchkey" line below the Connect view. */
  readonly branding: boolean
  /** Several wallets at once in one namespace. */
  readonly multiWallet: boolean
  readonly connectMethodsOrder: readonly ConnectMethod[]
  readonly connectorTypeOrder: readonly ConnectorKind[]
  readonly walletFeaturesOrder: readonly WalletFeature[]
}

export const defaultFeatures: Features = {
  passkey: false,
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

/** Merges the app's features with the defaults. Paying disables the logins. [S5.23] */
export function resolveFeatures(overrides: Partial<Features> = {}): Features {
  const features: Features = { ...defaultFeatures, ...omitUndefined(overrides) }
  return features.pay ? { ...features, passkey: false, email: false, socials: false } : features
}

/** Whether any login is offered. */
export function hasLogins({ passkey, email, socials }: Pick<Features, 'passkey' | 'email' | 'socials'>): boolean {
  return passkey || email || (socials !== false && socials.length > 0)
}
