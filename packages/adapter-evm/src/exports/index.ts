export { type EvmOptions, evm } from '../adapter.js'
export type { EvmTransaction, EvmTypedData } from '../features/types.js'
export type { EvmNetworkInput } from '../networks.js'
