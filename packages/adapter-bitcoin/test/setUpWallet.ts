import type {
  Account,
  AdapterInstance,
  Connector,
  ConnectorEvents,
  ConnectResult,
  FeatureRequest,
  Network,
} from '@latchkey/core'
import { createTestContext, createTestPage, type TestContextOptions, type TestPage } from '@latchkey/testing'
import {
  type BitcoinShape,
  type BitcoinWallet,
  type BitcoinWalletOptions,
  createBitcoinWallet,
} from '@latchkey/testing/bitcoin'
import { createBitcoinInstance } from '../src/adapter.js'
import { createLocalNetwork } from './createLocalNetwork.js'

export const shapes: readonly BitcoinShape[] = ['wallet-standard', 'sats-connect', 'leather', 'okx', 'unisat', 'xverse']

/** Unused keys. */
export const keys: readonly [Uint8Array, Uint8Array] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

export type SetUpOptions = Partial<BitcoinWalletOptions> &
  Pick<TestContextOptions, 'env'> & { readonly page?: TestPage; readonly networks?: readonly Network[] }

export type TestWallet = {
  readonly wallet: BitcoinWallet
  readonly page: TestPage
  readonly connector: Connector
  readonly network: Network
  readonly instance: AdapterInstance
  readonly events: readonly (ConnectorEvents['change'] | 'disconnect')[]
  readonly warnings: readonly unknown[]
  readonly connect: (options?: Partial<Parameters<Connector['connect']>[0]>) => Promise<ConnectResult>
  readonly destroy: () => void
}

/** Injects a wallet into a page, and discovers it through the adapter like any other. */
export function setUpWallet(options: SetUpOptions = {}): TestWallet {
  const { page = createTestPage(), env, esploraUrl, networks } = options
  const network = networks?.[0] ?? createLocalNetwork(...(esploraUrl ? [esploraUrl] : []))
  const wallet = createBitcoinWallet({
    name: 'Scripted',
    shape: 'unisat',
    privateKeys: keys,
    origin: 'test',
    ...options,
  })
  const stop = wallet.inject(page)
  const context = createTestContext({ page, env, networks: networks ?? [network] })
  const instance = createBitcoinInstance(context, () => undefined)
  const [connector] = instance.getConnectors()
  if (!connector) throw new Error('The wallet was not found.')
  const events: (ConnectorEvents['change'] | 'disconnect')[] = []
  connector.on('change', (change) => void events.push(change))
  connector.on('disconnect', () => void events.push('disconnect'))
  return {
    wallet,
    page,
    connector,
    network,
    instance,
    events,
    warnings: context.warnings,
    connect: (own) =>
      connector.connect({ namespace: 'bip122', silent: false, signal: new AbortController().signal, ...own }),
    destroy() {
      stop()
      instance.destroy()
    },
  }
}

export type TestRequest = Omit<TestWallet, 'connect'> & {
  readonly accounts: readonly [Account, ...Account[]]
  /** A request for the first account. */
  readonly request: FeatureRequest
}

/** Sets up a wallet, and connects it. */
export async function setUpConnected(options: SetUpOptions = {}): Promise<TestRequest> {
  const { connect, ...set } = setUpWallet(options)
  const { accounts } = await connect()
  const request = { account: accounts[0], network: set.network, signal: new AbortController().signal }
  return { ...set, accounts, request }
}

/** Returns a feature of the connector. Throws if it is missing. */
export function feature<name extends keyof Connector['features']>(
  connector: Connector,
  name: name,
): NonNullable<Connector['features'][name]> {
  const found = connector.features[name]
  if (!found) throw new Error(`${name} is missing`)
  return found as NonNullable<Connector['features'][name]>
}

/** Waits long enough for promises and lazily loaded code. */
export function settle(ms = 20): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
