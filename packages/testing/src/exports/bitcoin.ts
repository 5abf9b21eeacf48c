export type {
  BitcoinAddress,
  BitcoinAddressType,
  BitcoinAsk,
  BitcoinNetworkName,
  BitcoinScript,
  BitcoinShape,
  BitcoinVerb,
  BitcoinWallet,
  BitcoinWalletOptions,
  InjectOptions,
} from '../bitcoin/bitcoinWallet.js'
export { createBitcoinWallet } from '../bitcoin/createBitcoinWallet.js'
