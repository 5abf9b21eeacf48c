export type { WalletNamespace } from '../wallet/chainSigner.js'
export { createWalletKeys } from '../wallet/createWalletKeys.js'
export { createWalletPeer } from '../wallet/peer/createWalletPeer.js'
export type { CreateWalletPeerOptions, WalletPeer } from '../wallet/peer/walletPeer.js'
export type {
  WalletDecision,
  WalletPolicy,
  WalletProposal,
  WalletRequest,
  WalletSession,
  WalletSignIn,
  WalletState,
} from '../wallet/peer/walletState.js'
export type { WalletKeys } from '../wallet/walletKeys.js'
export type { WalletNetworks } from '../wallet/walletNetworks.js'
