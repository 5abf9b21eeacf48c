import type { ViewName } from '@latchkey/core'
import { accountEntries, activityEntries, fundEntries, profileEntries, signInEntries } from './entries/account.js'
import { connectEntries, connectingEntries, multiChainEntries } from './entries/connect.js'
import { approvalEntries, emailEntries, emailUpdateEntries, phoneEntries, socialEntries } from './entries/login.js'
import { payEntries, sendEntries } from './entries/send.js'
import { nameEntries, networkEntries, settingsEntries } from './entries/settings.js'
import { buyEntries, swapEntries } from './entries/swap.js'
import { allWalletsEntries, basicPairingEntries, pairingEntries, walletEntries } from './entries/wallets.js'
import type { Entries, Entry } from './entry.js'

/** Every view of the modal in its states. A new view doesn't compile without an entry. */
export const entries: { readonly [view in ViewName]: Entries } = {
  Connect: connectEntries,
  ConnectingExternal: connectingEntries,
  ConnectingMultiChain: multiChainEntries,
  ConnectingWalletConnect: pairingEntries,
  ConnectingWalletConnectBasic: basicPairingEntries,
  AllWallets: allWalletsEntries,
  ...walletEntries,
  ...emailEntries,
  ...phoneEntries,
  ...socialEntries,
  ...emailUpdateEntries,
  ApproveTransaction: approvalEntries,
  SIWXSignMessage: signInEntries,
  Account: accountEntries,
  ProfileWallets: profileEntries,
  ...settingsEntries,
  ...nameEntries,
  ...networkEntries,
  ...fundEntries,
  ...sendEntries,
  Pay: payEntries,
  ...swapEntries,
  ...buyEntries,
  Transactions: activityEntries,
}

/** The views of each section of the overview. */
export const sections: { readonly [title: string]: readonly ViewName[] } = {
  Connect: [
    'Connect',
    'ConnectingExternal',
    'ConnectingMultiChain',
    'ConnectingWalletConnect',
    'ConnectingWalletConnectBasic',
  ],
  Wallets: ['AllWallets', 'GetWallet', 'Downloads', 'WhatIsAWallet'],
  'Log in': [
    'EmailLogin',
    'EmailVerifyDevice',
    'EmailVerifyOtp',
    'PhoneLogin',
    'PhoneVerify',
    'ConnectingPasskey',
    'ConnectSocials',
    'ConnectingSocial',
    'ConnectingFarcaster',
  ],
  'Sign in and approve': ['SIWXSignMessage', 'ApproveTransaction'],
  Account: ['Account', 'ProfileWallets', 'Transactions'],
  Settings: [
    ...(['AccountSettings', 'UpdateEmailWallet', 'UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp'] as const),
    ...(['SmartSessions', 'RegisterAccountName', 'RegisterAccountNameSuccess'] as const),
  ],
  Networks: ['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain'],
  Receive: ['FundWallet', 'WalletReceive', 'WalletCompatibleNetworks'],
  'Send and pay': ['WalletSend', 'WalletSendSelectToken', 'WalletSendPreview', 'Pay'],
  Swap: ['Swap', 'SwapSelectToken', 'SwapPreview'],
  Buy: ['OnRampProviders', 'OnRampAmount', 'BuyInProgress'],
}

/** Returns the entry with a path such as `Connect/empty`. */
export function findEntry(path: string): Entry | undefined {
  const [view = '', id] = path.split('/')
  return Object.hasOwn(entries, view) ? entries[view as ViewName].find((entry) => entry.id === id) : undefined
}
