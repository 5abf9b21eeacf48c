export { embeddedWallet } from '../createEmbeddedWallet.js'
export type { FrameTimeout } from '../frame/frameClient.js'
export type { EvmCall, EvmProvider } from '../namespaces/createEvmProvider.js'
export type { EmbeddedWalletOptions } from '../options.js'
