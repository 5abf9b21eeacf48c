import { expect, test } from 'vitest'
import { createTestChain } from '../../testing/createTestChain.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createWalletService } from '../../testing/createWalletService.js'
import { mainnet, solana } from '../../testing/networks.js'
import { fetchNetworkImage } from './networks.js'

const image = 'data:image/svg+xml,%3Csvg/%3E'

test('a network’s own image comes first, then its adapter’s, else there is none', async () => {
  const { plugin } = createTestChain({
    namespace: 'eip155',
    networks: [mainnet],
    features: { 'network:image': async ({ network }) => (network.id === 1 ? image : undefined) },
  })
  const { modal } = createTestModal({ adapters: [plugin] })
  const own = { ...mainnet, assets: { imageUrl: 'https://img.example.org/mine.png' } }
  expect(await fetchNetworkImage(modal, own)).toBe('https://img.example.org/mine.png')
  expect(await fetchNetworkImage(modal, mainnet)).toBe(image)
  expect(await fetchNetworkImage(modal, { ...mainnet, id: 2 })).toBeUndefined()
  expect(await fetchNetworkImage(modal, solana)).toBeUndefined()
})

test('what the list’s service has for the image id comes before the adapter’s [S7.27]', async () => {
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
