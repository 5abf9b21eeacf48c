export { embeddedWallet } from '../createEmbeddedWallet.js'
export type { EvmCall, EvmProvider } from '../families/createEvmProvider.js'
export type { FrameTimeout } from '../frame/frameClient.js'
export type { EmbeddedWalletOptions } from '../options.js'
