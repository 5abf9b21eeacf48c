import { describe, expectTypeOf, test } from 'vitest'
import type { ChainAdapter, ConnectorPlugin, NamespacesOf, Plugin } from '../contracts/adapter.js'
import type { FeatureRequest } from '../contracts/features.js'
import type { NetworkInput } from '../contracts/network.js'
import { startConnect } from '../controllers/connection/flow.js'
import type { Connection, ConnectionState } from '../controllers/connection/state.js'
import { callFeature } from '../controllers/requests/wallet.js'
import { open, push, track } from '../controllers/shell/actions.js'
import type { OpenRequest, Route, ViewName, Views } from '../controllers/shell/state.js'
import type { Namespace } from '../utils/caip.js'
import { createModalCore } from './createModalCore.js'
import type { Modal } from './modal.js'

// packages augment it this way; augmentations merge only if all name the same module
declare module '@latchkey/core' {
  interface Views {
    CoreTypeTest: { readonly step: number }
  }
  interface ConnectorFeatures {
    'core:typeTest': (request: FeatureRequest & { readonly depth: number }) => Promise<boolean>
  }
}

declare const modal: Modal

declare const evm: ChainAdapter<'eip155'>

declare const solana: ChainAdapter<'solana'>

declare const pairing: ConnectorPlugin

describe('composition', () => {
  test('the namespaces are those of the chain adapters in the list', () => {
    expectTypeOf<NamespacesOf<[ChainAdapter<'eip155'>]>>().toEqualTypeOf<'eip155'>()
    expectTypeOf<NamespacesOf<[ChainAdapter<'eip155'>, ConnectorPlugin, ChainAdapter<'solana'>]>>().toEqualTypeOf<
      'eip155' | 'solana'
    >()
    expectTypeOf<NamespacesOf<[ConnectorPlugin]>>().toEqualTypeOf<never>()
    expectTypeOf<NamespacesOf<readonly Plugin[]>>().toEqualTypeOf<Namespace>()
  })

  test('createModal() keeps the types of its adapters, and returns a Modal', () => {
    const own = createModalCore({ adapters: [evm, solana, pairing] })
    expectTypeOf<NamespacesOf<typeof own.adapters>>().toEqualTypeOf<'eip155' | 'solana'>()
    expectTypeOf(own).toExtend<Modal>()
  })

  test('invalid options do not compile', () => {
    // @ts-expect-error adapters are required
    createModalCore({})
    // @ts-expect-error an adapter factory has to be called
    createModalCore({ adapters: [() => evm] })
    // @ts-expect-error not an option
    createModalCore({ adapters: [evm], walletConnectId: 'x' })
    // @ts-expect-error light or dark
    createModalCore({ adapters: [evm], themeMode: 'auto' })
    // @ts-expect-error a CAIP-2 id
    createModalCore({ adapters: [evm], defaultNetwork: 'ton' })
  })

  test('a viem chain is a valid network', () => {
    const chain = {
      id: 1,
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['https://eth.example.org'] } },
      blockExplorers: { default: { name: 'X', url: 'https://x.example.org', apiUrl: 'https://api.example.org' } },
      contracts: { multicall3: { address: '0xca11bde05977b3631167028862be2a173976ca11', blockCreated: 14_353_601 } },
    } as const
    expectTypeOf(chain).toExtend<NetworkInput>()
  })
})

describe('views', () => {
  test('open() requires the arguments of its view', () => {
    expectTypeOf<OpenRequest<'ConnectingExternal'>['arguments']>().toEqualTypeOf<{
      readonly connectorId: string
      readonly namespace?: Namespace | undefined
    }>()
    // @ts-expect-error the view needs its arguments
    open(modal, { view: 'ConnectingExternal' })
    expectTypeOf<OpenRequest<'Account'>['arguments']>().toEqualTypeOf<undefined>()
    open(modal)
    open(modal, { view: 'Networks', namespace: 'eip155' })
    open(modal, { view: 'ConnectingExternal', arguments: { connectorId: 'x' } })
    // @ts-expect-error arguments of another view
    open(modal, { view: 'ConnectingExternal', arguments: { caipNetworkId: 'eip155:1' } })
    // @ts-expect-error this view has none
    open(modal, { view: 'Account', arguments: { connectorId: 'x' } })
    // @ts-expect-error not a view
    open(modal, { view: 'Acount' })
    // @ts-expect-error not a namespace
    open(modal, { namespace: 155 })
    open(modal, { namespace: 'tron' })
  })

  test('a route has the parameters of its view', () => {
    push(modal, { view: 'SwitchNetwork', params: { caipNetworkId: 'eip155:1' } })
    // @ts-expect-error parameters of another view
    push(modal, { view: 'SwitchNetwork', params: { connectorId: 'x' } })
    // @ts-expect-error parameters are missing
    push(modal, { view: 'SwitchNetwork', params: undefined })
    expectTypeOf<Extract<Route, { view: 'Account' }>['params']>().toEqualTypeOf<undefined>()
  })

  test('a package adds a view by declaration merging', () => {
    expectTypeOf<Views['CoreTypeTest']>().toEqualTypeOf<{ readonly step: number }>()
    expectTypeOf<'CoreTypeTest'>().toExtend<ViewName>()
    open(modal, { view: 'CoreTypeTest', arguments: { step: 1 } })
    push(modal, { view: 'CoreTypeTest', params: { step: 1 } })
    // @ts-expect-error a number
    open(modal, { view: 'CoreTypeTest', arguments: { step: '1' } })
  })
})

describe('features', () => {
  test('a package adds a feature by declaration merging, and calls it by name', () => {
    expectTypeOf(callFeature(modal, 'core:typeTest', { depth: 1 })).toEqualTypeOf<Promise<boolean>>()
    expectTypeOf(callFeature(modal, 'message:sign', { message: 'x' })).toEqualTypeOf<Promise<string>>()
    // @ts-expect-error depth is missing
    void callFeature(modal, 'core:typeTest', {})
    // @ts-expect-error not a feature
    void callFeature(modal, 'core:other', {})
    // @ts-expect-error switching isn't a request of an account: use switchNetwork
    void callFeature(modal, 'network:switch', {})
  })

  test('a connection has to be checked before it is used', () => {
    expectTypeOf<Extract<ConnectionState, { status: 'connected' }>['connection']>().toEqualTypeOf<Connection>()
    const state = {} as ConnectionState
    // @ts-expect-error only when connected
    state.connection
    expectTypeOf<Connection['accounts'][0]>().not.toBeNullable()
  })

  test('an event has the properties of its type', () => {
    track(modal, 'USER_REJECTED', { connectorId: 'x' })
    track(modal, 'CLICK_NETWORKS', undefined)
    // @ts-expect-error properties of another event
    track(modal, 'USER_REJECTED', { name: 'x' })
  })

  test('startConnect() resolves with a connection or undefined', () => {
    expectTypeOf(startConnect).returns.resolves.toEqualTypeOf<Connection | undefined>()
  })
})
