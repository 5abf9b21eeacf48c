export { type BitcoinOptions, bitcoin } from '../adapter.js'
export type { BitcoinTransaction, PsbtInput, SignedPsbt, SignPsbtRequest } from '../features/types.js'
export {
  type BitcoinNetwork,
  type BitcoinNetworkInput,
  bitcoinMainnet,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
  type Esplora,
} from '../networks.js'
