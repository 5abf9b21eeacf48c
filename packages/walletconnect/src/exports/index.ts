export { walletConnect } from '../createWalletConnect.js'
export type { RelayProvider } from '../families/createRelayProvider.js'
export type { SessionStorage, WalletConnectOptions, Wish } from '../options.js'
export type { RelayCall } from '../session/liveSession.js'
