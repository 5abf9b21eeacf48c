export type { SessionStorage, WalletConnectOptions, Wish } from '../options.js'
export type { RelayProvider } from '../providers/relayProvider.js'
export type { RelayCall } from '../session/liveSession.js'
export { walletConnect } from '../walletConnect.js'
