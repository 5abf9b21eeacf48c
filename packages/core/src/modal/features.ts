import { omitUndefined } from '../utils/records.js'

/** The social logins that the modal knows, in the default order. [S2.19] */
export const socialProviders = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const

type KnownSocial = (typeof socialProviders)[number]

/** A social login; any other id is an OpenID Connect provider that the embedded wallet's operator has set up. */
export type Social = KnownSocial | (string & {})

/** Social logins that use a pop-up: all but `farcaster`. [S5.3] */
export type SocialProvider = Exclude<KnownSocial, 'farcaster'> | (string & {})

/** What a passkey is needed for: a login, or a new one for a new wallet. */
export type PasskeyUse = 'login' | 'signup'

/** Ids that stand for logins of other kinds. */
const otherLogins: readonly string[] = ['email', 'guest', 'passkey', 'phone', 'recovery', 'token', 'wallet']

/** Whether a value is the id of a social login: a known one, or one that an operator could have set up. */
export function isSocial(value: unknown): value is Social {
  return typeof value === 'string' && /^[a-z][a-z0-9-]{0,31}$/.test(value) && !otherLogins.includes(value)
}

/** A way to log in to the embedded wallet. */
export type LoginMethod = 'email' | 'passkey' | 'phone' | 'token' | 'guest' | Social

export function isLoginMethod(value: unknown): value is LoginMethod {
  return value === 'email' || value === 'passkey' || value === 'phone' || isSocial(value)
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
  /** Logs in to the embedded wallet by SMS. Default: false, as its operator has to provide it. */
  readonly phone: boolean
  /** Users may continue without a login. */
  readonly guest: boolean
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
  phone: false,
  guest: false,
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

/** The features that offer a login, disabled. */
export const withoutLogins = {
  passkey: false,
  email: false,
  socials: false,
  phone: false,
  guest: false,
} as const

/** Merges the app's features with the defaults. Paying disables the logins. [S5.23] */
export function resolveFeatures(overrides: Partial<Features> = {}): Features {
  const features: Features = { ...defaultFeatures, ...omitUndefined(overrides) }
  return features.pay ? { ...features, ...withoutLogins } : features
}

/** Whether any login is offered. */
export function hasLogins({
  passkey,
  email,
  socials,
  phone,
  guest,
}: Pick<Features, keyof typeof withoutLogins>): boolean {
  return passkey || email || phone || guest || (socials !== false && socials.length > 0)
}
