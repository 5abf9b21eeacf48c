export { type SolanaOptions, solana } from '../adapter.js'
export type {
  SolanaSendOptions,
  SolanaSignInInput,
  SolanaSignInOutput,
  SolanaTransaction,
} from '../features/types.js'
export type { SolanaNetworkInput } from '../networks.js'
export { solanaDevnet, solanaMainnet, solanaTestnet } from '../networks.js'
