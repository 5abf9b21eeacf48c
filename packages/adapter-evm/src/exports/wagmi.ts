export { type WagmiEvmOptions, wagmiEvm } from '../wagmi/config/wagmiEvm.js'
export { createWagmiConfig, type LatchkeyWagmiConfig, type WagmiConfigOptions } from '../wagmi/createWagmiConfig.js'
