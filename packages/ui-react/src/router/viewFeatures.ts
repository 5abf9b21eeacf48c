import type { Features, ModalState, ViewName } from '@latchkey/core'
import type { Feature } from '../defineView.js'
import * as connect from '../features/connect/index.js'
import type { ShellKey } from '../i18n/messages/keys.js'

/** The feature of each view. */
export const viewFeatures = {
  Connect: 'connect',
  WhatIsAWallet: 'connect',

  ConnectingExternal: 'connecting',
  ConnectingMultiChain: 'connecting',

  ConnectingWalletConnect: 'pairing',
  ConnectingWalletConnectBasic: 'pairing',

  AllWallets: 'wallets',
  GetWallet: 'wallets',
  Downloads: 'wallets',

  EmailLogin: 'emailLogin',
  EmailVerifyDevice: 'emailLogin',
  EmailVerifyOtp: 'emailLogin',
  ConnectingPasskey: 'passkeyLogin',
  PhoneLogin: 'phoneLogin',
  PhoneVerify: 'phoneLogin',
  ConnectSocials: 'socialLogin',
  ConnectingSocial: 'socialLogin',
  ConnectingFarcaster: 'socialLogin',
  UpdateEmailWallet: 'login',
  UpdateEmailPrimaryOtp: 'login',
  UpdateEmailSecondaryOtp: 'login',

  ApproveTransaction: 'approval',
  SIWXSignMessage: 'signIn',

  Account: 'account',
  ProfileWallets: 'account',

  AccountSettings: 'settings',
  SmartSessions: 'settings',

  RegisterAccountName: 'names',
  RegisterAccountNameSuccess: 'names',

  Networks: 'network',
  SwitchNetwork: 'network',
  SwitchActiveChain: 'network',
  UnsupportedChain: 'network',

  FundWallet: 'funds',
  WalletReceive: 'receive',
  WalletCompatibleNetworks: 'receive',

  WalletSend: 'send',
  WalletSendSelectToken: 'send',
  WalletSendPreview: 'send',

  Pay: 'pay',

  Swap: 'swap',
  SwapSelectToken: 'swap',
  SwapPreview: 'swap',

  OnRampProviders: 'onramp',
  OnRampAmount: 'onramp',
  BuyInProgress: 'onramp',

  Transactions: 'activity',
} as const

/** Source of the views of a feature. */
type FeatureSource = {
  /** Loads the feature: its code is one chunk. */
  readonly load: () => Promise<{ readonly feature: Feature }>
  /** The title of its views while it is loading, where one fits all of them. */
  readonly title?: ShellKey | undefined
  /** False while its views must not be left. Known before they are loaded, so that a hurried Esc does not close them. */
  readonly canClose?: ((state: ModalState) => boolean) | undefined
  /** The option that turns the views off: then they do not exist, and nothing of them is loaded. [S2.5] */
  readonly flag?: keyof Features | undefined
}

const loadLogin: FeatureSource['load'] = () => import('../features/login/index.js')
const loadReceive: FeatureSource['load'] = () => import('../features/receive/index.js')

const sources: { readonly [name in (typeof viewFeatures)[keyof typeof viewFeatures]]: FeatureSource } = {
  account: { load: () => import('../features/account/index.js'), title: 'accountTitle' },
  activity: { load: () => import('../features/activity/index.js'), flag: 'activity' },
  approval: { load: () => import('../features/approval/index.js'), title: 'approveTitle' },
  // comes with the shell: the first opening is one request
  connect: { load: async () => connect },
  connecting: { load: () => import('../features/connecting/index.js') },
  emailLogin: { load: loadLogin, title: 'signInTitle', flag: 'email' },
  funds: { load: loadReceive },
  // users who are logged in can change their email even if logins are off
  login: { load: loadLogin, title: 'emailEditTitle' },
  names: { load: () => import('../features/names/index.js') },
  network: {
    load: () => import('../features/network/index.js'),
    title: 'networksTitle',
    // on an unsupported network the user switches or disconnects first
    canClose: ({ router }) => router.stack.every(({ view }) => view !== 'UnsupportedChain'),
  },
  onramp: { load: () => import('../features/onramp/index.js'), flag: 'onramp' },
  pairing: { load: () => import('../features/pairing/index.js'), title: 'pairingTitle' },
  passkeyLogin: { load: loadLogin, title: 'signInTitle', flag: 'passkey' },
  phoneLogin: { load: () => import('../features/phone/index.js'), title: 'signInTitle', flag: 'phone' },
  pay: { load: () => import('../features/pay/index.js'), flag: 'pay' },
  receive: { load: loadReceive, flag: 'receive' },
  send: { load: () => import('../features/send/index.js'), flag: 'send' },
  settings: { load: () => import('../features/settings/index.js'), title: 'settingsTitle' },
  signIn: { load: () => import('../features/sign-in/index.js'), title: 'signInTitle' },
  socialLogin: { load: loadLogin, title: 'signInTitle', flag: 'socials' },
  swap: { load: () => import('../features/swap/index.js'), flag: 'swaps' },
  wallets: { load: () => import('../features/wallets/index.js') },
}

/** Returns the source of a view; undefined for an unknown name. */
export function getFeatureSource(name: ViewName): FeatureSource | undefined {
  return Object.hasOwn(viewFeatures, name) ? sources[viewFeatures[name as keyof typeof viewFeatures]] : undefined
}
