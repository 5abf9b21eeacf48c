import { createModalCore, type Modal } from '@latchkey/core'
import { fetchWalletImage, fetchWallets, prefetchWallets, searchWallets } from '@latchkey/core/controllers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningGateway, startGateway } from './startGateway.js'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ port: 0 })
})
afterAll(() => gateway.stop())

function createModal(): Modal {
  const modal = createModalCore({ adapters: [], projectId: 'test', services: { wallets: gateway.url } })
  modal.start()
  return modal
}

test('a modal loads its first wallets, further pages and images from the gateway [S3.9] [S7.27]', async () => {
  const modal = createModal()
  await prefetchWallets(modal)
  const { featured, recommended, all } = modal.getState().wallets
  expect([featured[0]?.name, featured.length, recommended.length]).toEqual(['MetaMask', 4, 4])
  expect(all.count).toBeGreaterThan(300)
  while (modal.getState().wallets.all.wallets.length < all.count) await fetchWallets(modal)
  const { wallets, status } = modal.getState().wallets.all
  expect([status, new Set(wallets.map(({ id }) => id)).size]).toEqual(['ready', all.count])
  expect(wallets.find(({ id }) => id === 'io.zerion.wallet')).toMatchObject({
    name: 'Zerion',
    image_id: 'io.zerion.wallet',
    chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    mobile_link: 'zerion://',
    desktop_link: 'zerion://',
    webapp_link: 'https://wallet.zerion.io/',
    rdns: 'io.zerion.wallet',
  })
  for (const wallet of wallets.slice(0, 3))
    expect((await fetchWalletImage(modal, { wallet }))?.type).toBe('image/svg+xml')
  modal.destroy()
})

test('a modal searches wallets at the gateway', async () => {
  const modal = createModal()
  await searchWallets(modal, { query: 'RAINBO' })
  expect(modal.getState().wallets.search.wallets.map(({ id }) => id)).toEqual(['me.rainbow'])
  modal.destroy()
})

test('a modal reports an unreachable gateway as SERVER_ERROR', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const gone = await startGateway({ port: 0 })
  await gone.stop()
  const modal = createModalCore({ adapters: [], services: { wallets: gone.url } })
  modal.start()
  await prefetchWallets(modal)
  expect(modal.getState().wallets.all).toMatchObject({ status: 'failed', error: { code: 'SERVER_ERROR' } })
  modal.destroy()
})

test('well-known wallets have a logo, and other wallets a monogram', async () => {
  const [known, other] = await Promise.all(
    ['io.metamask', 'com.bee'].map(async (id) => (await fetch(`${gateway.url}/getWalletImage/${id}`)).text()),
  )
  expect(known).toMatch(/^<svg [^>]*>.*<path /)
  expect(other).toContain('>BE</text></svg>')
})
