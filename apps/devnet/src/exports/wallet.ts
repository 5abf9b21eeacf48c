export type { CreateWalletPeerOptions, WalletPeer } from '../wallet/peer/peer.js'
export { createWalletPeer } from '../wallet/peer/peer.js'
export type {
  WalletDecision,
  WalletPolicy,
  WalletProposal,
  WalletRequest,
  WalletSession,
  WalletSignIn,
  WalletState,
} from '../wallet/peer/state.js'
export type { WalletKeys, WalletNamespace, WalletNetworks } from '../wallet/signer.js'
export { createWalletKeys } from '../wallet/signers.js'
export { type Dapp, startDapp } from '../wallet/testing/startDapp.js'
