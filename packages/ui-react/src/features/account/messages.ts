/** Texts of the account and of the list of its wallets. */
export const accountTexts = {
  copyAddress: 'Copy address',
  balanceLabel: 'Balance',
  balanceUnknown: 'Balance unavailable',
  signOut: 'Sign out',
  connectedWith: 'Connected with {wallet}',
  chooseNetwork: 'Change network',
  networkUnknown: 'Unknown network',

  action_onramp: 'Buy',
  action_swaps: 'Swap',
  action_receive: 'Receive',
  action_send: 'Send',
  actionsLabel: 'Actions',

  // what an account is for
  account_eoa: 'Address',
  // beside a smart account
  account_standard: 'Standard account',
  account_smartAccount: 'Smart account',
  // who can sign for an embedded wallet's account
  custody_self: 'Self-custody',
  custody_sealed: 'Sealed',
  account_payment: 'Payment',
  account_ordinal: 'Ordinals',

  loggedInWith: 'Logged in with {provider}',
  guestTitle: 'Guest',
  guestNote: "Only this browser opens your wallet. Add a login, or you lose it when you clear this browser's data.",
  guestAddLogin: 'Add a login',
  guestLoginAdded: 'Login added',

  walletsRow: 'Wallets',
  walletsConnected: { one: '{count} connected', other: '{count} connected' },

  totalLabel: 'Total value',
  holdingsLabel: 'Assets',
  tab_tokens: 'Tokens',
  tab_nfts: 'NFTs',
  tab_activity: 'Activity',

  holdingsLoading: 'Loading',
  holdingsFailed: "Couldn't load your assets",
  holdingsFailedText: 'Your funds are safe. Try again in a moment.',
  holdingsOld: 'This list may be out of date.',
  holdingsUnserved: "Assets aren't shown for this network",
  holdingsUnservedText: 'Switch to another network to see your assets there.',
  tokensNone: 'No tokens yet',
  tokensNoneText: 'Tokens you buy or receive on {network} appear here.',
  nftsNone: 'No NFTs yet',
  nftsNoneText: 'NFTs you collect on {network} appear here.',
  showAll: 'Show all {count}',

  families: 'Ecosystems',
  walletActive: 'Active',
  walletsOther: 'Other wallets',
  walletsEnded: 'Recently connected',
  walletSwitch: 'Switch',
  walletMissing: 'Not found in this browser',
  walletEnd: 'Disconnect {wallet}',
  walletRemove: 'Remove {wallet} from the list',
  walletAdd: 'Add wallet',
  walletChange: 'Change wallet',
  walletsEmptyTitle: 'No {chain} wallet connected',
  walletsEmptyText: 'Connect one to use this app on {chain}.',
  disconnectAll: 'Disconnect all',
} as const
