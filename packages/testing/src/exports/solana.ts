export type { LoggedRequest, WalletStorage } from '../scripted/wallet.js'
export type { MethodBehaviour } from '../scripted/walletScript.js'
export { createSolanaWallet } from '../solana/createSolanaWallet.js'
export { type HostileWallet, hostileWallets } from '../solana/register/hostileWallets.js'
export { registerMany, registerWallets } from '../solana/register/registerWallets.js'
export type {
  RegisterOptions,
  SolanaAskRequest,
  SolanaFeature,
  SolanaLie,
  SolanaWallet,
  SolanaWalletOptions,
  SolanaWalletScript,
} from '../solana/solanaWallet.js'
