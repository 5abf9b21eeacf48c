import { expect, test } from 'vitest'
import { bitcoinCaipNetworkId } from '../bitcoin/network.js'
import { solanaCaipNetworkId, solanaGenesisHash } from '../solana/network.js'
import { toSignInNetworks } from './signInNetworks.js'

const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 8 }

const evm = [{ id: 31_337, name: 'One', rpcUrl: 'http://127.0.0.1:1', nativeCurrency }]

test('networks of all three namespaces have their CAIP-2 IDs and RPC URLs', () => {
  const caipNetworkId = solanaCaipNetworkId
  const [rpcUrl, wsUrl, esploraUrl] = ['http://127.0.0.1:2', 'ws://127.0.0.1:2', 'http://127.0.0.1:3']
  const solana = { name: 'Two', rpcUrl, wsUrl, caipNetworkId, genesisHash: solanaGenesisHash, nativeCurrency }
  const bitcoin = { name: 'Three', esploraUrl, caipNetworkId: bitcoinCaipNetworkId, nativeCurrency }
  const networks = toSignInNetworks({ evm, solana, bitcoin })
  expect(networks.map(({ chainNamespace, id, name, rpcUrls }) => [`${chainNamespace}:${id}`, name, rpcUrls])).toEqual([
    ['eip155:31337', 'One', { default: { http: ['http://127.0.0.1:1'] } }],
    [solanaCaipNetworkId, 'Two', { default: { http: [rpcUrl] } }],
    [bitcoinCaipNetworkId, 'Three', { default: { http: [esploraUrl] } }],
  ])
})

test('a network that is not running is omitted', () => {
  expect(toSignInNetworks({ evm }).map(({ chainNamespace }) => chainNamespace)).toEqual(['eip155'])
})

test('a network with smart accounts has its bundler and paymaster URLs', () => {
  const [bundlerUrl, paymasterUrl] = ['http://127.0.0.1:4/31337', 'http://127.0.0.1:5/31337']
  const [network] = toSignInNetworks({ evm: evm.map((chain) => ({ ...chain, bundlerUrl, paymasterUrl })) })
  expect(network).toMatchObject({ bundlers: [bundlerUrl], paymaster: paymasterUrl })
  expect(toSignInNetworks({ evm })[0]).not.toHaveProperty('bundlers')
})
