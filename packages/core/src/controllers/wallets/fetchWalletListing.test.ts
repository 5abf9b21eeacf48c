import { expect, test } from 'vitest'
import type { Modal } from '../../modal/modal.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createWalletService, createWallets, type WalletService } from '../../testing/createWalletService.js'
import { getWalletListing } from './connectors.js'
import { fetchWalletListing, prefetchWallets } from './fetchWallets.js'

function setUp(): { readonly modal: Modal; readonly service: WalletService } {
  const service = createWalletService(createWallets(20))
  const services = { wallets: 'https://wallets.example.org' }
  const customWallets = [{ id: 'mine', name: 'Mine' }]
  return { ...createTestModal({ services, customWallets, env: { fetch: service.fetch } }), service }
}

test('returns known wallets without a request: custom wallets and those of earlier responses', async () => {
  const { modal, service } = setUp()
  expect(getWalletListing(modal, 'mine')?.name).toBe('Mine')
  expect(getWalletListing(modal, 'w1')).toBeUndefined()
  await prefetchWallets(modal)
  expect(getWalletListing(modal, 'w1')?.name).toBe('Wallet 1')
  const asked = service.requests.length
  expect(await fetchWalletListing(modal, { walletId: 'w7' })).toMatchObject({ id: 'w7' })
  expect(service.requests).toHaveLength(asked)
})

test('requests an unknown wallet by its id', async () => {
  const { modal, service } = setUp()
  expect(await fetchWalletListing(modal, { walletId: 'w19' })).toMatchObject({ id: 'w19', name: 'Wallet 19' })
  expect(service.requests).toEqual([expect.stringContaining('?page=1&entries=1&include=w19&')])
  expect(getWalletListing(modal, 'w19')?.name).toBe('Wallet 19')
  expect(await fetchWalletListing(modal, { walletId: 'nobody' })).toBeUndefined()
})

test('notifies subscribers when a requested wallet becomes known', async () => {
  const { modal } = setUp()
  const names: (string | undefined)[] = []
  modal.subscribe(() => names.push(getWalletListing(modal, 'w19')?.name))
  await fetchWalletListing(modal, { walletId: 'w19' })
  expect(names).toEqual(['Wallet 19'])
})

test('error: rejects with the error of the service, or with ABORTED', async () => {
  const { modal, service } = setUp()
  service.fault = 500
  await expect(fetchWalletListing(modal, { walletId: 'w1' })).rejects.toMatchObject({ code: 'SERVER_ERROR' })
  service.fault = 'hang'
  const ending = new AbortController()
  const wallet = fetchWalletListing(modal, { walletId: 'w1', signal: ending.signal })
  ending.abort()
  await expect(wallet).rejects.toMatchObject({ code: 'ABORTED' })
})
