export { type WagmiEvmOptions, wagmiEvm } from '../wagmi/config/adapter.js'
export {
  createWagmiConfig,
  type LatchkeyWagmiConfig,
  type WagmiConfigOptions,
} from '../wagmi/modal/createWagmiConfig.js'
