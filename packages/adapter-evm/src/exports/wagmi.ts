export { createWagmiConfig, type LatchkeyWagmiConfig, type WagmiConfigOptions } from '../wagmi/createWagmiConfig.js'
