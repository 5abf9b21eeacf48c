export * from '../networks.generated.js'
export type { EvmNetwork } from '../networks.js'
