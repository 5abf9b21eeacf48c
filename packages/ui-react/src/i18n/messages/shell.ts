/**
 * The texts of the shell and of the Connect view, titles and errors. `{name}` is a parameter.
 */
export const shellTexts = {
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  dismiss: 'Dismiss',
  copyDiagnostics: 'Copy diagnostics',

  connectTitle: 'Connect',
  connect_eip155: 'Connect an EVM wallet',
  connect_solana: 'Connect a Solana wallet',
  connect_bip122: 'Connect a Bitcoin wallet',
  connect_polkadot: 'Connect a Polkadot wallet',
  connect_cosmos: 'Connect a Cosmos wallet',
  connectOther: 'Connect a {name} wallet',
  walletInstalled: 'Installed',
  walletRecent: 'Recent',
  walletConnected: 'Connected',
  walletByCode: 'QR code',
  moreWallets: 'More wallets',
  listLabel: 'Wallets',
  noWalletsTitle: 'No wallets found',
  noWalletsText: "Install a wallet in this browser. It will appear here as soon as it's ready.",
  or: 'or',
  legalBoth: 'By connecting, you agree to the {terms} and {privacy}.',
  legalOne: 'By connecting, you agree to the {link}.',
  legalTerms: 'terms',
  legalPrivacy: 'privacy policy',
  branding: 'Made with Latchkey',

  accountTitle: 'Account',
  networksTitle: 'Choose a network',
  unsupportedTitle: 'Switch network',
  walletsTitle: 'Your wallets',
  signInTitle: 'Sign in',
  pairingTitle: 'WalletConnect',
  allWalletsTitle: 'All wallets',
  getWalletTitle: 'Get a wallet',
  whatIsAWalletTitle: 'What is a wallet?',

  emailTitle: 'Confirm email',
  emailEditTitle: 'Edit email',
  approveTitle: 'Approve',
  settingsTitle: 'Settings',

  viewFailedTitle: "Couldn't load this screen",
  viewFailedText: 'Check your connection and try again.',
  reloadPage: 'Reload page',

  // namespaces
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',

  // errors by code; a code without a text shows as `unknownError` [S8.59]
  unknownError: 'Something went wrong',
  ABORTED: 'Canceled',
  ACCOUNT_CHANGED: 'Your wallet switched accounts',
  ACTION_NOT_ALLOWED: 'Action not allowed',
  CHAIN_NOT_SUPPORTED: 'Network not supported',
  CHAIN_NOT_SWITCHED: "Couldn't switch network",
  CHAINS_NOT_SUPPORTED: 'No supported networks',
  CONNECTION_REJECTED: 'Connection rejected',
  CONNECTOR_FAILED: 'Failed to connect',
  CONNECTOR_NOT_FOUND: 'No connector found for connection: {id}',
  DISCONNECT_FAILED: 'Failed to disconnect',
  FEATURE_NOT_SUPPORTED: "Your wallet doesn't support this",
  INVALID_CONNECTION_STATUS: 'Invalid connection status: {status}',
  INVALID_WALLET_REPLY: 'Your wallet returned an invalid response',
  MODAL_CLOSED: 'Modal closed',
  MULTI_WALLET_OFF: 'Only one wallet can be connected at a time',
  NO_WALLETCONNECT: "WalletConnect isn't available",
  PAIRING_EXPIRED: 'Connection request expired',
  RATE_LIMITED: 'Too many requests',
  RELAY_UNREACHABLE: "Can't reach the connection server",
  REQUEST_PENDING: 'Request pending',
  SERVER_ERROR: 'Server error',
  SESSION_EXPIRED: 'Session expired',
  SESSION_NOT_FOUND: 'Wallet session ended',
  SIGN_IN_CHECK_FAILED: 'A problem occurred while trying initialize authentication',
  SIGN_IN_FAILED: 'Error signing message',
  SIGN_OUT_FAILED: 'Failed to sign out',
  TIMED_OUT: 'No response from your wallet',
  TRANSACTION_REVERTS: 'This transaction would fail. Nothing was sent',
  TRANSFER_HELD: 'This transfer is on hold. Nothing was sent',
  USER_REJECTED: 'Declined in your wallet',
  WALLET_FROZEN: 'Your wallet is frozen by the wallet provider. Contact their support.',

  // of several features
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  copyByHand: "This browser doesn't allow copying. Select the link and copy it manually.",
  disconnect: 'Disconnect',
  done: 'Done',
  notConnected: 'No wallet connected',
  viewOnExplorer: 'View on {explorer}',
  addFunds: 'Add funds',
  phoneOpen: 'Open {wallet}',
} as const

/** Texts of the views that wait for a wallet. */
export const waitingTexts = {
  connectingTitle: 'Open {wallet} to continue',
  connectingText: 'Approve the connection in your wallet.',

  // what to do about an error, by code; one without a text shows `retryHelp`
  retryHelp: 'You can try again.',
  CONNECTION_REJECTED_help: 'You declined the request in your wallet.',
  CONNECTOR_NOT_FOUND_help: 'Install or enable the wallet in this browser, then try again.',
  REQUEST_PENDING_help: 'Finish the open request in your wallet.',
  TIMED_OUT_help: "Open your wallet, make sure it's unlocked, then try again.",
} as const

/** Texts of notices, by code. */
export const noticeTexts = {
  ADDRESS_COPIED: 'Address copied',
  AUTHENTICATING: 'Authenticating...',
  COPY_FAILED: 'Failed to copy',
  DIAGNOSTICS_COPIED: 'Diagnostics copied',
  WALLET_DISCONNECTED: 'Wallet disconnected',
  WALLET_REMOVED: 'Wallet removed',
  WALLET_SWITCHED: 'Wallet switched',
  BALANCE_UNAVAILABLE: 'Token Balance Unavailable',
} as const
