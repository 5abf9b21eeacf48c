/** Texts of the views that choose a network. They come with those views. */
export const networkTexts = {
  networkActive: 'Active',
  networkNotApproved: 'Not approved by your wallet',
  searchNetworks: 'Search networks',
  noNetworksFound: 'No network has this name.',

  switchTitle: 'Open {wallet} to continue',
  switchText: 'Accept the switch to {network} in your wallet.',

  // before leaving for another chain family
  switchChainTitle: 'You are not connected on {chain}',
  switchChainText: 'Switch to it and connect a wallet?',
  switchChain: 'Switch',

  unsupportedText: 'This app does not work on the network that your wallet is on. Choose one of these to continue.',
} as const
