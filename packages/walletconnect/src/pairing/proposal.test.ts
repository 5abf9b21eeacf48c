import type { CaipNetworkId } from '@latchkey/core'
import { expect, test } from 'vitest'
import { toNetwork } from '../../test/networks.js'
import { toProposal } from './proposal.js'

const ids: readonly CaipNetworkId[] = ['eip155:1', 'eip155:10', 'solana:a', 'polkadot:b', 'cosmos:c', 'bip122:d']

const networks = ids.map((id) => toNetwork(id))

test('requests the networks of the modal, and the methods of each namespace', () => {
  const proposal = toProposal({ namespaces: ['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'], networks })
  expect(Object.entries(proposal).map(([name, { chains, methods }]) => [name, chains, methods.length])).toEqual([
    ['eip155', ['eip155:1', 'eip155:10'], 28],
    ['solana', ['solana:a'], 6],
    ['bip122', ['bip122:d'], 4],
    ['polkadot', ['polkadot:b'], 2],
    ['cosmos', ['cosmos:c'], 3],
  ])
  for (const { events } of Object.values(proposal)) expect(events).toEqual(['accountsChanged', 'chainChanged'])
})

test('requests the methods for call bundles [EIP-5792]', () => {
  const { eip155 } = toProposal({ namespaces: ['eip155'], networks })
  const methods = ['wallet_sendCalls', 'wallet_getCallsStatus', 'wallet_showCallsStatus', 'wallet_getCapabilities']
  expect(eip155?.methods).toEqual(expect.arrayContaining(methods))
})

test('omits a namespace that is not requested or has no network', () => {
  expect(Object.keys(toProposal({ namespaces: ['solana'], networks }))).toEqual(['solana'])
  expect(toProposal({ namespaces: ['solana'], networks: networks.slice(0, 2) })).toEqual({})
})

test('applies the overrides of the app, limited to its own networks', () => {
  const overrides = { eip155: { methods: ['personal_sign'], events: [], chains: ['eip155:10', 'eip155:5'] } } as const
  expect(toProposal({ namespaces: ['eip155'], networks, overrides })).toEqual({
    eip155: { chains: ['eip155:10'], methods: ['personal_sign'], events: [] },
  })
})
