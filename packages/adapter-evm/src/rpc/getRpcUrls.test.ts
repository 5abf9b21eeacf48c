import { createModalCore, isLatchkeyError } from '@latchkey/core'
import { expect, test } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { evm } from '../createEvmAdapter.js'
import { getRpcUrls } from './getRpcUrls.js'

test('a routed network is asked at {rpc}/v1/?chainId=…&projectId=… first, then at its own URLs', () => {
  const modal = createModalCore({
    projectId: 'abc',
    services: { rpc: 'https://rpc.example/' },
    networks: [createNetwork(1, 'https://one.example', 'https://two.example')],
    adapters: [evm()],
  })
  const [network] = modal.getState().networks
  expect(network && getRpcUrls(network)).toEqual([
    'https://rpc.example/v1/?chainId=eip155%3A1&projectId=abc',
    'https://one.example',
    'https://two.example',
  ])
})

test('names each URL once, in order', () => {
  const network = createNetwork(1, 'https://a.example', 'https://b.example', 'https://a.example')
  const rpcUrls = { ...network.rpcUrls, chainDefault: { http: ['https://b.example', 'https://c.example'] } }
  expect(getRpcUrls({ ...network, rpcUrls })).toEqual(['https://a.example', 'https://b.example', 'https://c.example'])
})

test('[S8.52] error: a network without a URL cannot be read', () => {
  try {
    getRpcUrls(createNetwork(1))
    expect.unreachable()
  } catch (error) {
    expect(isLatchkeyError(error) && error.shortMessage).toBe('No RPC url for chain eip155:1')
  }
})
