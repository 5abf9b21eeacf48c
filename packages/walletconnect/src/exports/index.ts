export type { NamespaceProposal, SessionStorage, WalletConnectOptions } from '../options.js'
export type { RelayProvider } from '../providers/relayProvider.js'
export type { RelayCall } from '../session/liveSession.js'
export { walletConnect } from '../walletConnect.js'
