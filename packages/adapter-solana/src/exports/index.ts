export { solanaDevnet, solanaMainnet, solanaTestnet } from '../clusters.js'
export { type SolanaOptions, solana } from '../createSolanaAdapter.js'
export type {
  SolanaSendOptions,
  SolanaSignInInput,
  SolanaSignInOutput,
  SolanaTransaction,
} from '../features/types.js'
export type { SolanaNetworkInput } from '../networks.js'
