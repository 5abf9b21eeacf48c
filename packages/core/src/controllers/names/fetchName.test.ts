import { expect, test } from 'vitest'
import { alice, bob } from '../../testing/accounts.js'
import { type BlockchainAnswer, blockchainApi, createBlockchainService } from '../../testing/createBlockchainService.js'
import { createTestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { optimism, sepolia } from '../../testing/networks.js'
import { connect } from '../connection/connect.js'
import { fetchName } from './fetchName.js'

const picture = 'https://chain.example.org/base/b.png'

const profile = { name: 'bob.eth', addresses: { 60: { address: bob.address } }, attributes: [{ avatar: picture }] }

const known: BlockchainAnswer = ({ path }) => {
  if (path === `/v1/identity/${bob.address}`) return { name: 'bob.eth', avatar: picture }
  return path === '/v1/profile/account/bob.eth' ? profile : undefined
}

function setUp(answer: BlockchainAnswer = known, options: TestModalOptions = {}) {
  const service = createBlockchainService(answer)
  const world = createTestModal({ services: { blockchainApi }, projectId: 'project-1', env: service.env, ...options })
  return { ...world, service }
}

test('looks up any address, with or without a wallet, and caches it for 5 minutes', async () => {
  const { modal, service, clock } = setUp()
  const found = { address: bob.address, name: 'bob.eth', image: picture }
  expect(await fetchName(modal, { address: bob.address })).toEqual(found)
  expect(await fetchName(modal, { address: bob.address })).toEqual(found)
  expect(service.paths()).toEqual([`/v1/identity/${bob.address}`])
  await clock.advance(300_000)
  await connect(modal, { connectorId: 'org.example.wallet' })
  await fetchName(modal, { address: bob.address })
  expect(service.calls.at(-1)).toMatchObject({ query: { sender: alice.address } })
  // the state has the name of the account, not of others
  expect(modal.getState().namespaces.eip155?.identity).toBeUndefined()
})

test('returns null for an address without a name', async () => {
  const { modal } = setUp()
  expect(await fetchName(modal, { address: alice.address })).toBeNull()
})

test('resolves a name in any case and with spaces around it', async () => {
  const { modal } = setUp()
  const found = { address: bob.address, name: 'bob.eth', image: picture }
  expect(await fetchName(modal, { name: ' Bob.ETH ' })).toEqual(found)
  expect(await fetchName(modal, { name: 'nobody.eth' })).toBeNull()
})

test.each<[string, object, string | null]>([
  ['for this network', { 2147483658: { address: bob.address } }, bob.address],
  [
    'for all EVM networks, as EOAs have',
    { 60: { address: alice.address }, 2147483648: { address: bob.address } },
    bob.address,
  ],
  ['for Ethereum only, as contracts have', { 60: { address: bob.address } }, null],
])('looks up a name on OP Mainnet with an address %s', async (_, addresses, address) => {
  const { modal } = setUp(
    ({ path }) => {
      if (path === '/v1/supported-chains') return { http: ['eip155:10'], ws: [] }
      return path === '/v1/profile/account/bob.eth' ? { name: 'bob.eth', addresses, attributes: [] } : undefined
    },
    { defaultNetwork: optimism },
  )
  const found = await fetchName(modal, { name: 'bob.eth' })
  expect(found?.address ?? null).toBe(address)
})

test('makes no request without a service or on a testnet', async () => {
  const silent = setUp(known, { services: {} })
  const testnet = setUp(known, { networks: [sepolia], defaultNetwork: sepolia })
  for (const { modal, service } of [silent, testnet]) {
    expect(await fetchName(modal, { address: bob.address })).toBeNull()
    expect(await fetchName(modal, { name: 'bob.eth' })).toBeNull()
    expect(service.calls).toEqual([])
  }
})

test('error: INVALID_PARAMS for an invalid address, and errors of the service', async () => {
  const { modal } = setUp(() => new Response('', { status: 500 }))
  await expect(fetchName(modal, { address: '0x1' })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  await expect(fetchName(modal, { address: bob.address })).rejects.toMatchObject({ code: 'SERVER_ERROR' })
})
