import type { buttonTexts } from './buttons.js'

/** The texts inside the modal. `{name}` stands for a parameter. */
export const en = {
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  dismiss: 'Dismiss',

  connectTitle: 'Connect',
  walletInstalled: 'Installed',
  walletRecent: 'Recent',
  noWalletsTitle: 'No wallet found',
  noWalletsText: 'Install a wallet in this browser. It shows here as soon as it is ready.',
  legalBoth: 'By connecting you accept the {terms} and {privacy}.',
  legalOne: 'By connecting you accept the {link}.',
  legalTerms: 'terms',
  legalPrivacy: 'privacy policy',
  branding: 'Made with Latchkey',

  connectingTitle: 'Open {wallet} to continue',
  connectingText: 'Approve the connection in your wallet.',
  connectedTitle: 'Connected',

  accountTitle: 'Account',
  copyAddress: 'Copy address',
  balanceLabel: 'Balance',
  balanceUnknown: 'Balance not available',
  viewOnExplorer: 'View on {explorer}',
  disconnect: 'Disconnect',
  connectedWith: 'Connected with {wallet}',
  chooseNetwork: 'Network: {network}. Choose another',

  networksTitle: 'Choose a network',
  networkActive: 'Active',
  networkNotApproved: 'Not approved by your wallet',
  networkUnknown: 'Unknown network',
  searchNetworks: 'Search networks',
  noNetworksFound: 'No network has this name.',

  switchTitle: 'Open {wallet} to continue',
  switchText: 'Accept the switch to {network} in your wallet.',

  unsupportedTitle: 'Switch network',
  unsupportedText: 'This app does not work on the network that your wallet is on. Choose one of these to continue.',

  viewFailedTitle: 'This part did not load',
  viewFailedText: 'Check your connection and try again. Nothing was changed.',
  reloadPage: 'Reload the page',

  // notices
  ADDRESS_COPIED: 'Address copied',
  COPY_FAILED: 'Failed to copy',

  // errors by code; a code without a text shows as `CONNECTOR_FAILED`
  ABORTED: 'Cancelled',
  ACCOUNT_CHANGED: 'Your wallet has switched accounts',
  BALANCE_UNAVAILABLE: 'Token Balance Unavailable',
  CHAIN_NOT_SUPPORTED: 'Chain is not supported',
  CHAIN_NOT_SWITCHED: 'The network was not switched',
  CONNECTION_REJECTED: 'Connection rejected',
  CONNECTOR_FAILED: 'Failed to connect',
  DISCONNECT_FAILED: 'Failed to disconnect',
  FEATURE_NOT_SUPPORTED: 'Your wallet cannot do this',
  INVALID_WALLET_REPLY: 'Your wallet gave an answer that makes no sense',
  MODAL_CLOSED: 'Modal closed',
  REQUEST_PENDING: 'Already open in your wallet',
  TIMED_OUT: 'No answer from your wallet',
  USER_REJECTED: 'Declined in your wallet',

  // what to do about an error; a code without one shows `nothingChanged`
  nothingChanged: 'Nothing was changed. You can try again.',
  CHAIN_NOT_SUPPORTED_help: 'Your wallet does not know this network and did not add it.',
  CHAIN_NOT_SWITCHED_help: 'Your wallet stayed on its network. Switch it there, or try again.',
  CONNECTION_REJECTED_help: 'You declined the request in your wallet.',
  FEATURE_NOT_SUPPORTED_help: 'Switch the network in your wallet instead.',
  REQUEST_PENDING_help: 'A request waits there. Finish it, then try again.',
  TIMED_OUT_help: 'Open your wallet, see whether it is locked, then try again.',
  USER_REJECTED_help: 'You stay on the network that you were on.',
} as const

export type MessageKey = keyof typeof en | keyof typeof buttonTexts

/** A full set of texts. */
export type Messages = { readonly [key in MessageKey]: string }
