import { expect, test } from 'vitest'
import { createTestChain } from '../../testing/createTestChain.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createWalletService } from '../../testing/createWalletService.js'
import { mainnet, solana } from '../../testing/networks.js'
import { fetchNetworkImage, fetchTokenImage } from './images.js'

const image = 'data:image/svg+xml,%3Csvg/%3E'

test('prefers a network’s own image, then its adapter’s, then that of a well-known network, else none', async () => {
  const { plugin } = createTestChain({
    namespace: 'eip155',
    networks: [mainnet],
    features: { 'network:image': async ({ network }) => (network.id === 1 ? image : undefined) },
  })
  const { modal } = createTestModal({ adapters: [plugin] })
  const own = { ...mainnet, assets: { imageUrl: 'https://img.example.org/mine.png' } }
  expect(await fetchNetworkImage(modal, own)).toBe('https://img.example.org/mine.png')
  expect(await fetchNetworkImage(modal, mainnet)).toBe(image)
  expect(await fetchNetworkImage(modal, { ...mainnet, id: 2 })).toContain(encodeURIComponent('#ethereum__a'))
  expect(await fetchNetworkImage(modal, solana)).toContain(encodeURIComponent('#solana__a'))
  expect(await fetchNetworkImage(modal, { ...mainnet, id: 2, caipNetworkId: 'eip155:2' })).toBeUndefined()
})

test('prefers the wallet service’s image for the image ID to the adapter’s [S7.27]', async () => {
  const { plugin } = createTestChain({
    namespace: 'eip155',
    networks: [mainnet],
    features: { 'network:image': async () => image },
  })
  const service = createWalletService([])
  const services = { wallets: 'https://wallets.example.org' }
  const { modal } = createTestModal({ adapters: [plugin], services, env: { fetch: service.fetch } })
  const network = { ...mainnet, assets: { imageId: 'net-1' } }
  expect(await fetchNetworkImage(modal, network)).toBe('data:image/png;base64,iVBORw0KGgo=')
  expect(service.requests).toEqual([expect.stringMatching(/^\/public\/getAssetImage\/net-1\?/)])
  service.fault = 404
  expect(await fetchNetworkImage(modal, { ...network, assets: { imageId: 'net-2' } })).toBe(image)
  expect(await fetchNetworkImage(createTestModal({ adapters: [plugin] }).modal, network)).toBe(image)
})

test('identifies a token by network and contract, not by symbol', async () => {
  const { modal } = createTestModal()
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const fake = { symbol: 'USDC', name: 'USD Coin', decimals: 6, address: '0x4331b26b27f48708c4c8D167E180A2a50b34CF3B' }
  expect(await fetchTokenImage(modal, { caipNetworkId: 'eip155:1', address: usdc })).toContain('USDC')
  expect(await fetchTokenImage(modal, { caipNetworkId: 'eip155:1', ...fake })).toBeUndefined()
  expect(await fetchTokenImage(modal, { caipNetworkId: 'eip155:31337', address: usdc })).toBeUndefined()
})

test('a native currency has a well-known image, or the image of its network', async () => {
  const own = {
    ...mainnet,
    caipNetworkId: 'eip155:31337',
    assets: { imageUrl: 'https://img.example.org/mine.png' },
  } as const
  const { plugin } = createTestChain({ namespace: 'eip155', networks: [mainnet, own] })
  const { modal } = createTestModal({ adapters: [plugin] })
  expect(await fetchTokenImage(modal, { caipNetworkId: 'eip155:1' })).toContain('ETH')
  expect(await fetchTokenImage(modal, { caipNetworkId: 'eip155:31337' })).toBe('https://img.example.org/mine.png')
  expect(await fetchTokenImage(modal, { caipNetworkId: 'eip155:31338' })).toBeUndefined()
})
