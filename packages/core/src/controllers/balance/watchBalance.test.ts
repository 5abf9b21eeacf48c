import { expect, test } from 'vitest'
import type { AdapterFeatures } from '../../contracts/features.js'
import { setActiveNamespace } from '../../modal/namespaces.js'
import { alice, bob } from '../../testing/accounts.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { watchBalance } from '../portfolio/balance.js'
import { open } from '../shell/router.js'

const connectorId = 'org.example.wallet'

test('nothing is read while nobody watches', async () => {
  const { modal, evm, clock } = createTestModal()
  await connect(modal, { connectorId })
  open(modal)
  await clock.advance(600_000)
  expect(evm.balanceRequests).toEqual([])
})

test('reads now, and again when the account or the network changes, and no more after', async () => {
  const { modal, evm, wallet } = createTestModal()
  await connect(modal, { connectorId })
  const stop = watchBalance(modal)
  await settle()
  expect(evm.balanceRequests).toHaveLength(1)
  wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await settle()
  wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })
  await settle()
  expect(evm.balanceRequests.map(({ account, network }) => [account.address === bob.address, network.id])).toEqual([
    [false, 1],
    [true, 1],
    [true, 10],
  ])
  open(modal)
  stop()
  wallet.emit('change', { namespace: 'eip155', accounts: [alice] })
  await settle()
  expect(evm.balanceRequests).toHaveLength(3)
})

test('reads when a wallet is connected later, also where the modal starts later', async () => {
  const { modal, evm } = createTestModal({ isStarted: false })
  watchBalance(modal)
  modal.start()
  await connect(modal, { connectorId })
  await settle()
  expect(evm.balanceRequests).toHaveLength(1)
})

test('without a namespace it follows the active one', async () => {
  const { modal, evm, sol: chain } = createTestModal()
  await connect(modal, { connectorId })
  await connect(modal, { connectorId: 'org.example.sol' })
  watchBalance(modal)
  await settle()
  setActiveNamespace(modal, 'eip155')
  await settle()
  expect([chain.balanceRequests.length, evm.balanceRequests.length]).toEqual([1, 1])
})

test('a wallet on a refused network is not read, those in other namespaces are', async () => {
  const { modal, evm, sol: chain, wallet } = createTestModal()
  await connect(modal, { connectorId: 'org.example.sol' })
  wallet.caipNetworkId = 'eip155:999999'
  await connect(modal, { connectorId })
  watchBalance(modal)
  watchBalance(modal, 'solana')
  await settle()
  expect([evm.balanceRequests.length, chain.balanceRequests.length]).toEqual([0, 1])
  expect(modal.getState().toast).toBeUndefined()
})

test('two that watch one account share one read', async () => {
  const { modal, evm } = createTestModal()
  await connect(modal, { connectorId })
  watchBalance(modal)
  watchBalance(modal, 'eip155')
  await settle()
  expect(evm.balanceRequests).toHaveLength(1)
})

test('where the adapter tells of transactions each of them has the balance read again, for as long as somebody watches', async () => {
  const { modal, evm, wallet } = createTestModal()
  const watches: Parameters<NonNullable<AdapterFeatures['activity:watch']>>[0][] = []
  Object.assign(evm.features, {
    'activity:watch': (request: (typeof watches)[number]) => {
      watches.push(request)
      return new Promise(() => undefined)
    },
  })
  await connect(modal, { connectorId })
  const stop = watchBalance(modal)
  await settle()
  watches[0]?.onActivity()
  await settle()
  expect(evm.balanceRequests).toHaveLength(2)
  wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  expect(watches.map(({ account, signal }) => [account.address, signal.aborted])).toEqual([
    [alice.address, true],
    [bob.address, false],
  ])
  stop()
  expect(watches[1]?.signal.aborted).toBe(true)
  watchBalance(modal)
  modal.destroy()
  expect(watches[2]?.signal.aborted).toBe(true)
})
