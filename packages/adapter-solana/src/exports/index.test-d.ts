import type { ChainAdapter, ConnectorFeatures, createModalCore, NamespacesOf, Transaction } from '@latchkey/core'
import { expectTypeOf, test } from 'vitest'
import type {
  SolanaNetworkInput,
  SolanaOptions,
  SolanaSendOptions,
  SolanaSignInInput,
  SolanaSignInOutput,
  SolanaTransaction,
  solana,
  solanaMainnet,
} from './index.js'

test('solana() returns a chain adapter and accepts its clusters', () => {
  expectTypeOf<ReturnType<typeof solana>>().toEqualTypeOf<ChainAdapter<'solana'>>()
  expectTypeOf<NamespacesOf<[ReturnType<typeof solana>]>>().toEqualTypeOf<'solana'>()
  expectTypeOf<Parameters<typeof solana>[0]>().toEqualTypeOf<SolanaOptions | undefined>()
  expectTypeOf<typeof solanaMainnet>().toExtend<SolanaNetworkInput>()
})

test('merges its transactions and its sign-in into core’s types', () => {
  expectTypeOf<SolanaTransaction>().toExtend<Transaction>()
  expectTypeOf<SolanaTransaction['options']>().toEqualTypeOf<SolanaSendOptions | undefined>()
  type SignIn = ConnectorFeatures['message:signIn']
  expectTypeOf<Parameters<SignIn>[0]['input']>().toEqualTypeOf<SolanaSignInInput>()
  expectTypeOf<Awaited<ReturnType<SignIn>>>().toEqualTypeOf<SolanaSignInOutput>()
})

test('a modal with solana() has the namespace solana', () => {
  type Options = Parameters<typeof createModalCore<readonly [ChainAdapter<'solana'>]>>[0]
  expectTypeOf<Options['adapters']>().toEqualTypeOf<readonly [ChainAdapter<'solana'>]>()
})
