import { createModalCore } from '@latchkey/core'
import { callFeature, connect, fetchBalance, signMessage } from '@latchkey/core/controllers'
import { createTestPage } from '@latchkey/testing'
import { createBitcoinWallet } from '@latchkey/testing/bitcoin'
import { Verifier } from 'bip322-js'
import { expect, test } from 'vitest'
import { createPsbt, toText } from '../test/createPsbt.js'
import { keys } from '../test/setUpWallet.js'
import { bitcoin } from './createBitcoinAdapter.js'
import { bitcoinMainnet, bitcoinRegtest, bitcoinSignet } from './networks.js'

const urlsOf = (adapter: ReturnType<typeof bitcoin>): readonly (readonly string[])[] =>
  adapter.networks.map(({ rpcUrls }) => rpcUrls.default.http)

test('one URL is for the networks that have none of their own', () => {
  const own = { ...bitcoinSignet, rpcUrls: { default: { http: ['https://own.test'] } } }
  const adapter = bitcoin({ networks: [bitcoinMainnet, own], esplora: 'https://esplora.test/api' })
  expect(urlsOf(adapter)).toEqual([['https://esplora.test/api'], ['https://own.test']])
})

test('URLs by network are for those networks', () => {
  const esplora = { [bitcoinSignet.caipNetworkId]: 'https://signet.test' }
  expect(urlsOf(bitcoin({ networks: [bitcoinMainnet, bitcoinSignet], esplora }))).toEqual([[], ['https://signet.test']])
})

test('Bitcoin itself is the network unless told, and no node is a default', () => {
  const { networks } = bitcoin()
  expect(networks).toMatchObject([
    { caipNetworkId: 'bip122:000000000019d6689c085ae165831e93', nativeCurrency: { decimals: 8 } },
  ])
  expect(urlsOf(bitcoin())).toEqual([[]])
})

test('what is no network is told by createModal, with the rest', () => {
  const adapters = [bitcoin({ networks: [undefined as never, { ...bitcoinMainnet, name: '' }] })]
  expect(() => createModalCore({ adapters })).toThrow(/name must be a text/)
})

test('in a modal it connects, signs and says that there is no node', async () => {
  const page = createTestPage()
  const wallet = createBitcoinWallet({
    name: 'Dev wallet',
    shape: 'wallet-standard',
    privateKeys: keys,
    origin: 'test',
  })
  const stop = wallet.inject(page)
  const env = { window: () => page as unknown as Window, storage: () => null }
  const modal = createModalCore({ adapters: [bitcoin({ networks: [bitcoinRegtest] })], env })
  modal.start()
  const { accounts, caipNetworkId } = await connect(modal, { connectorId: 'bitcoin:dev' })
  expect(caipNetworkId).toBe(bitcoinRegtest.caipNetworkId)
  const [{ address }, ordinal] = accounts
  expect(Verifier.verifySignature(address, 'Hello', await signMessage(modal, { message: 'Hello' }))).toBe(true)
  const own = ordinal?.address ?? ''
  const signature = await signMessage(modal, { message: 'Hello', address: own })
  expect(Verifier.verifySignature(own, 'Hello', signature)).toBe(true)
  const psbt = toText(createPsbt([{ address }], address))
  await expect(callFeature(modal, 'psbt:sign', { psbt })).resolves.toMatchObject({ finalized: true })
  await fetchBalance(modal, { namespace: 'bip122' })
  expect(modal.getState().namespaces.bip122?.balance.status).toBe('failed')
  modal.destroy()
  stop()
  expect(page.listenerCount()).toBe(0)
})
