import type {
  AdapterFeatures,
  ChainAdapter,
  ConnectorFeatures,
  Modal,
  NamespacesOf,
  Plugin,
  Transaction,
  TypedData,
} from '@latchkey/core'
import type { Chain, http } from 'viem'
import type { mainnet } from 'viem/chains'
import { expectTypeOf, test } from 'vitest'
import type { Config } from 'wagmi'
import type { EvmNetworkInput, EvmOptions, EvmTransaction, EvmTypedData, evm } from './index.js'
import type { createWagmiConfig, LatchkeyWagmiConfig, WagmiEvmOptions, wagmiEvm } from './wagmi.js'

test('evm() returns a chain adapter and accepts viem’s chains', () => {
  expectTypeOf<ReturnType<typeof evm>>().toEqualTypeOf<ChainAdapter<'eip155'>>()
  expectTypeOf<NamespacesOf<[ReturnType<typeof evm>]>>().toEqualTypeOf<'eip155'>()
  expectTypeOf<Parameters<typeof evm>[0]>().toEqualTypeOf<EvmOptions | undefined>()
  expectTypeOf<typeof mainnet>().toExtend<EvmNetworkInput>()
  expectTypeOf<Chain>().toExtend<EvmNetworkInput>()
})

test('merges its transactions, typed data and features into core’s types', () => {
  expectTypeOf<EvmTransaction>().toExtend<Transaction>()
  expectTypeOf<EvmTypedData>().toExtend<TypedData>()
  expectTypeOf<Parameters<ConnectorFeatures['transaction:send']>[0]['transaction']>().toEqualTypeOf<Transaction>()
  expectTypeOf<ReturnType<AdapterFeatures['transaction:broadcast']>>().toEqualTypeOf<Promise<string>>()
})

test('createWagmiConfig() returns wagmi’s Config, for a modal with any plugins', () => {
  expectTypeOf<LatchkeyWagmiConfig>().toExtend<Config>()
  expectTypeOf<Modal<readonly [ChainAdapter<'eip155'>, Plugin]>>().toExtend<Parameters<typeof createWagmiConfig>[0]>()
})

test('wagmiEvm() accepts any wagmi config, and can replace evm()', () => {
  expectTypeOf<ReturnType<typeof wagmiEvm>>().toEqualTypeOf<ChainAdapter<'eip155'>>()
  type Narrow = Config<readonly [typeof mainnet], { readonly 1: ReturnType<typeof http> }>
  expectTypeOf<Narrow>().toExtend<WagmiEvmOptions['config']>()
})
