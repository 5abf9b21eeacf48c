/** Texts of the account. They come with its view. */
export const accountTexts = {
  copyAddress: 'Copy address',
  balanceLabel: 'Balance',
  balanceUnknown: 'Balance not available',
  viewOnExplorer: 'View on {explorer}',
  signOut: 'Sign out',
  signOutText: 'Log in again to come back.',
  connectedWith: 'Connected with {wallet}',
  chooseNetwork: 'Network: {network}. Choose another',
  networkUnknown: 'Unknown network',

  action_onramp: 'Buy',
  action_swaps: 'Swap',
  action_receive: 'Receive',
  action_send: 'Send',
  actionsLabel: 'What to do',

  // what an account is for
  account_eoa: 'Address',
  // beside a smart account
  account_standard: 'Standard account',
  account_smartAccount: 'Smart account',
  account_payment: 'Payment',
  account_ordinal: 'Ordinals',
} as const
