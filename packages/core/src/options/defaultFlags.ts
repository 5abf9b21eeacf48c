/** The options that are true or false, and what they are unless told. */
export const defaultFlags = {
  enableReconnect: true,
  enableNetworkSwitch: true,
  allowUnsupportedChain: false,
  enableWallets: true,
  enableWalletConnect: true,
  enableEIP6963: true,
  debug: false,
  disableAppend: false,
  enableEmbedded: false,
}
