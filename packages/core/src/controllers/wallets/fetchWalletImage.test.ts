import { expect, test } from 'vitest'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { createWalletService, type WalletService } from '../../testing/createWalletService.js'
import { fetchWalletImage } from './images.js'

function setUp(): TestModal & { readonly service: WalletService } {
  const service = createWalletService([])
  const services = { wallets: 'https://wallets.example.org' }
  return { ...createTestModal({ services, env: { fetch: service.fetch } }), service }
}

test('fetches an image by its id, once', async () => {
  const { modal, service } = setUp()
  const wallet = { image_id: 'a' }
  const [one, two] = await Promise.all([fetchWalletImage(modal, { wallet }), fetchWalletImage(modal, { wallet })])
  expect([one?.type, one === two, await fetchWalletImage(modal, { wallet })]).toEqual(['image/png', true, one])
  expect(service.requests).toEqual([expect.stringMatching(/^\/getWalletImage\/a\?/)])
})

test('times out after two seconds, and retries half a minute later [S9.15]', async () => {
  const { modal, service, clock } = setUp()
  service.fault = 'hang'
  const wallet = { image_id: 'a' }
  let isDone = false
  const image = fetchWalletImage(modal, { wallet }).finally(() => {
    isDone = true
  })
  await expect.poll(() => service.requests.length).toBe(1)
  await clock.advance(1_999)
  expect(isDone).toBe(false)
  await clock.advance(1)
  expect([await image, clock.pending()]).toEqual([undefined, 0])
  service.fault = undefined
  expect(await fetchWalletImage(modal, { wallet })).toBeUndefined()
  expect(service.requests).toHaveLength(1)
  await clock.advance(30_000)
  expect((await fetchWalletImage(modal, { wallet }))?.type).toBe('image/png')
})

test('the built-in list has logos of well-known wallets, and none for unknown ids', async () => {
  const { modal } = createTestModal()
  const image = await fetchWalletImage(modal, { wallet: { image_id: 'io.metamask' } })
  expect([image?.type, await image?.text()]).toEqual(['image/svg+xml', expect.stringMatching(/^<svg /)])
  for (const id of ['org.unknown', 'constructor'])
    expect(await fetchWalletImage(modal, { wallet: { image_id: id } })).toBeUndefined()
})

test('returns undefined without an image id or on an error', async () => {
  const { modal, service } = setUp()
  expect(await fetchWalletImage(modal, { wallet: {} })).toBeUndefined()
  service.fault = 404
  expect(await fetchWalletImage(modal, { wallet: { image_id: 'a' } })).toBeUndefined()
})

test('caches the two hundred most recently used images', async () => {
  const { modal, service } = setUp()
  const ids = Array.from({ length: 200 }, (_, index) => `i${index}`)
  for (const id of [...ids, 'i0', 'new']) await fetchWalletImage(modal, { wallet: { image_id: id } })
  expect(service.requests).toHaveLength(201)
  await fetchWalletImage(modal, { wallet: { image_id: 'i0' } })
  expect(service.requests).toHaveLength(201)
  await fetchWalletImage(modal, { wallet: { image_id: 'i1' } })
  expect(service.requests).toHaveLength(202)
})
