import { expect, test } from 'vitest'
import { type AdapterInstance, apiVersion, type ChainAdapter } from '../contracts/adapter.js'
import { getAccount } from '../controllers/account/account.js'
import { createTestEnv } from '../testing/createTestModal.js'
import { mainnet } from '../testing/networks.js'
import { type Namespace, namespaces } from '../utils/caip.js'
import { createModalCore } from './createModalCore.js'
import type { ModalOptions } from './options/options.js'

const references: Partial<Record<Namespace, string>> = {
  solana: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: '000000000019d6689c085ae165831e93',
}

const toChain = (namespace: Namespace): ChainAdapter => ({
  kind: 'chain',
  apiVersion,
  namespace,
  networks: [{ ...mainnet, chainNamespace: namespace, caipNetworkId: `${namespace}:${references[namespace] ?? 1}` }],
  setup: () =>
    ({ features: {}, getConnectors: () => [], onConnectorsChange: () => () => {} }) as never as AdapterInstance,
})

const read = (defaultAccountTypes?: ModalOptions['defaultAccountTypes']): unknown => {
  const modal = createModalCore({ adapters: namespaces.map(toChain), defaultAccountTypes, env: createTestEnv() })
  return namespaces.map((namespace) => getAccount(modal.getState(), namespace).preferredAccountType)
}

test('[S3.21] prefers a smart account on eip155, eoa on solana and polkadot, payment on bitcoin', () => {
  expect(namespaces).toEqual(['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'])
  expect(read()).toEqual(['smartAccount', 'eoa', 'eoa', 'payment', 'eoa'])
})

test('the app can prefer other types, but only known types and namespaces', () => {
  expect(read({ eip155: 'eoa', bip122: 'ordinal' })).toEqual(['eoa', 'eoa', 'eoa', 'ordinal', 'eoa'])
  expect(() => read({ eip155: 'safe' as never })).toThrow('defaultAccountTypes.eip155 must be one of')
  expect(() => read({ TON: 'eoa' } as never)).toThrow('defaultAccountTypes.TON is not a namespace')
})
