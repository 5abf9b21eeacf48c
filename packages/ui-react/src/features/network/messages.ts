/** Texts of the views that choose a network. */
export const networkTexts = {
  networkActive: 'Active',
  networkNotApproved: 'Not approved by your wallet',
  searchNetworks: 'Search networks',
  noNetworksFound: 'No networks found',

  switchTitle: 'Open {wallet} to continue',
  switchText: 'Approve the switch to {network} in your wallet.',
  // help for errors, by code
  CHAIN_NOT_SUPPORTED_help: "Your wallet doesn't have this network and didn't add it.",
  CHAIN_NOT_SWITCHED_help: 'Your wallet is still on its previous network. Switch it there, or try again.',
  FEATURE_NOT_SUPPORTED_help: 'Switch networks in your wallet instead.',
  USER_REJECTED_help: "You're still on the previous network.",

  // before leaving for another namespace
  switchChainTitle: "You're not connected to {chain}",
  switchChainText: 'Switch to it and connect a wallet?',
  switchChain: 'Switch',

  unsupportedText: "This app doesn't support your current network. Choose one of these to continue.",
} as const
