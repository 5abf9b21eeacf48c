import { expect, test } from 'vitest'
import { routedNetworkIds, toNetwork } from '../modal/options/parseOptions.js'
import { createTestModal } from '../testing/createTestModal.js'
import { mainnet, mainnetInput, optimism, solana } from '../testing/networks.js'

const plain = { services: {}, projectId: undefined }

test('[S3.1] a network is id, name, namespace, CAIP-2 id, currency, URLs, assets, explorers and a testnet flag', () => {
  const whole = {
    ...mainnet,
    assets: { imageId: 'eth', imageUrl: 'https://img.example.org/eth.png' },
    testnet: true,
  }
  const routed = toNetwork(whole, { services: { rpc: 'https://rpc.example.org' }, projectId: 'p1' })
  expect(routed).toEqual({
    id: 1,
    name: 'Ethereum',
    chainNamespace: 'eip155',
    caipNetworkId: 'eip155:1',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: {
      default: { http: ['https://rpc.example.org/v1/?chainId=eip155%3A1&projectId=p1'] },
      chainDefault: { http: ['https://eth.example.org'] },
    },
    assets: { imageId: 'eth', imageUrl: 'https://img.example.org/eth.png' },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example.org/' } },
    testnet: true,
  })
})

test('without a namespace a network is an EVM one', () => {
  expect(toNetwork(mainnetInput, plain)).toMatchObject({ chainNamespace: 'eip155', caipNetworkId: 'eip155:1' })
})

test('takes a chain as viem ships it, and keeps plain data of it only', () => {
  const viemChain = {
    ...mainnetInput,
    contracts: { multicall3: { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } },
    formatters: { block: () => ({}) },
    fees: { baseFeeMultiplier: 1.2 },
  }
  const network = toNetwork(viemChain, plain)
  expect(structuredClone(network)).toEqual(network)
  expect(Object.keys(network)).not.toContain('formatters')
})

test('is a copy: changing the input later changes nothing', () => {
  const urls = ['https://a.example.org']
  const network = toNetwork({ ...mainnetInput, rpcUrls: { default: { http: urls } } }, plain)
  urls.push('https://evil.example.org')
  expect(network.rpcUrls.default.http).toEqual(['https://a.example.org'])
})

test('without an RPC service only the network’s own URLs are known', () => {
  expect(toNetwork(mainnet, plain).rpcUrls).toEqual({ default: { http: ['https://eth.example.org'] } })
})

test('[S9.11] the known chain ids are routed through the RPC service, others keep their own URLs', () => {
  const own = { ...optimism, id: 31337, caipNetworkId: 'eip155:31337' as const, name: 'Local' }
  const { modal } = createTestModal({
    projectId: 'p 1',
    networks: [mainnet, optimism, own],
    services: { rpc: 'https://rpc.example.org/' },
  })
  const urls = modal.getState().networks.map((network) => network.rpcUrls.default.http)
  expect(urls).toEqual([
    ['https://rpc.example.org/v1/?chainId=eip155%3A1&projectId=p+1'],
    ['https://rpc.example.org/v1/?chainId=eip155%3A10&projectId=p+1'],
    ['https://op.example.org'],
    ['https://sol.example.org'],
  ])
  expect(routedNetworkIds).toContain('eip155:8453')
})

test('a service names the networks that it serves, of any namespace', () => {
  const services = { rpc: { url: 'https://rpc.example.org', networkIds: [solana.caipNetworkId] } }
  expect(toNetwork(solana, { services, projectId: undefined }).rpcUrls.default.http).toEqual([
    `https://rpc.example.org/v1/?chainId=${encodeURIComponent(solana.caipNetworkId)}`,
  ])
  expect(toNetwork(mainnet, { services, projectId: undefined }).rpcUrls.default.http).toEqual([
    'https://eth.example.org',
  ])
})
