/** Texts of the views that choose a network. */
export const networkTexts = {
  networkActive: 'Active',
  networkNotApproved: 'Not approved by your wallet',
  searchNetworks: 'Search networks',
  noNetworksFound: 'No network has this name.',

  switchTitle: 'Open {wallet} to continue',
  switchText: 'Accept the switch to {network} in your wallet.',
  // what to do about an error, by code
  CHAIN_NOT_SUPPORTED_help: 'Your wallet does not know this network and did not add it.',
  CHAIN_NOT_SWITCHED_help: 'Your wallet stayed on its network. Switch it there, or try again.',
  FEATURE_NOT_SUPPORTED_help: 'Switch the network in your wallet instead.',
  USER_REJECTED_help: 'You stay on the network that you were on.',

  // before leaving for another namespace
  switchChainTitle: 'You are not connected on {chain}',
  switchChainText: 'Switch to it and connect a wallet?',
  switchChain: 'Switch',

  unsupportedText: 'This app does not work on the network that your wallet is on. Choose one of these to continue.',
} as const
