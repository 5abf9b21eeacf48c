export { type EvmOptions, evm } from '../createEvmAdapter.js'
export type { EvmTransaction, EvmTypedData } from '../features/types.js'
export type { EvmNetworkInput } from '../networks.js'
