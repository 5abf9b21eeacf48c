import { expect, test, vi } from 'vitest'
import { alice, bob } from '../../testing/accounts.js'
import { type BlockchainAnswer, blockchainApi, createBlockchainService } from '../../testing/createBlockchainService.js'
import { createTestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { sepolia } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { connect } from '../connection/connect.js'
import { fetchIdentity, watchIdentity } from './identity.js'

const named: BlockchainAnswer = ({ path }) =>
  path.startsWith('/v1/identity/') ? { name: 'alice.eth', avatar: 'https://chain.example.org/base/a.png' } : undefined

async function setUp(answer: BlockchainAnswer = named, options: TestModalOptions = {}) {
  const service = createBlockchainService(answer)
  const world = createTestModal({
    services: { blockchainApi },
    projectId: 'project-1',
    env: service.env,
    ...options,
  })
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  return { ...world, service }
}

test('[S3.6] the account includes the name and the image of its address', async () => {
  const { modal, service } = await setUp()
  await fetchIdentity(modal)
  expect(getAccount(modal.getState())).toMatchObject({
    profileName: 'alice.eth',
    profileImage: 'https://chain.example.org/base/a.png',
  })
  expect(service.calls.at(-1)).toMatchObject({
    path: `/v1/identity/${alice.address}`,
    query: { sender: alice.address },
  })
})

test('falls back to registered names if the address has no identity', async () => {
  const profile = {
    name: 'al.latchkey.id',
    addresses: {},
    attributes: [{ avatar: 'https://chain.example.org/base/b.png' }],
  }
  const { modal } = await setUp(({ path }) =>
    path.startsWith('/v1/identity/')
      ? { name: null, avatar: null }
      : path.includes('/reverse/')
        ? [profile]
        : undefined,
  )
  expect(await fetchIdentity(modal)).toEqual({
    address: alice.address,
    name: 'al.latchkey.id',
    image: 'https://chain.example.org/base/b.png',
  })
})

test('[S9.2] caches a name for 5 minutes, also between visits', async () => {
  const first = await setUp()
  await fetchIdentity(first.modal)
  await first.clock.advance(299_999)
  const { storage, clock } = first
  const second = await setUp(() => undefined, { storage, clock })
  expect(await fetchIdentity(second.modal)).toMatchObject({ name: 'alice.eth' })
  expect(second.service.paths()).toEqual([])
  await clock.advance(1)
  second.service.answer = named
  await fetchIdentity(second.modal)
  expect(second.service.paths()).toHaveLength(1)
})

test('drops invalid stored values', async () => {
  const { modal, storage, clock } = await setUp()
  const value = { name: 7, image: 'javascript:1' }
  const caches = { identities: { [alice.address.toLowerCase()]: { value, at: clock.now() } } }
  storage.setItem('latchkey/state', JSON.stringify({ v: 1, data: { caches } }))
  expect(await fetchIdentity(modal)).toEqual({ address: alice.address, name: undefined, image: undefined })
})

test('[S6.8] fetches names on EVM only, on supported networks that are not testnets', async () => {
  const solana = await setUp()
  await connect(solana.modal, { connectorId: 'org.example.sol' })
  await fetchIdentity(solana.modal)
  expect(getAccount(solana.modal.getState(), 'solana').profileName).toBeUndefined()
  const networks = [sepolia]
  for (const caipNetworkId of ['eip155:10', sepolia.caipNetworkId] as const) {
    const { modal, service } = await setUp(undefined, { networks, wallets: [createTestWallet({ caipNetworkId })] })
    expect([await fetchIdentity(modal), service.paths()]).toEqual([undefined, []])
  }
})

test('a failure sets no name, and warns in the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal } = await setUp(() => new Response('', { status: 500 }))
  expect(await fetchIdentity(modal)).toBeUndefined()
  expect(warn).toHaveBeenCalledOnce()
  expect(getAccount(modal.getState()).profileName).toBeUndefined()
})

test('a watch follows the account, and clears the name when the address changes', async () => {
  const { modal, wallet, service } = await setUp()
  const stop = watchIdentity(modal)
  await settle()
  expect(getAccount(modal.getState()).profileName).toBe('alice.eth')
  service.answer = ({ path }) => (path.startsWith('/v1/identity/') ? { name: 'bob.eth', avatar: null } : undefined)
  wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  expect(getAccount(modal.getState()).profileName).toBeUndefined()
  await settle()
  expect(getAccount(modal.getState()).profileName).toBe('bob.eth')
  stop()
})
