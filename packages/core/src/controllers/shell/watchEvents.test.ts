import { expect, test } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { close, open, track, watchEvents } from './actions.js'
import type { ModalEvent } from './state.js'

const connectorId = 'org.example.wallet'

test('reports every event once, in order, with its timestamp', async () => {
  const { modal, clock } = createTestModal()
  const seen: ModalEvent[] = []
  watchEvents(modal, (event) => seen.push(event))
  track(modal, 'CLICK_NETWORKS', undefined)
  await clock.advance(5)
  track(modal, 'CLICK_NETWORKS', undefined)
  expect(seen.map(({ event, timestamp }) => [event, timestamp - clock.now()])).toEqual([
    ['CLICK_NETWORKS', -5],
    ['CLICK_NETWORKS', 0],
  ])
})

test('reports no events from before the subscription or after unsubscribing', () => {
  const { modal } = createTestModal()
  open(modal)
  const seen: string[] = []
  const stop = watchEvents(modal, ({ event }) => seen.push(event))
  close(modal)
  stop()
  open(modal)
  expect(seen).toEqual(['MODAL_CLOSE'])
})

test('reports an event triggered by another listener after the event that triggered it', () => {
  const { modal } = createTestModal()
  watchEvents(modal, ({ event }) => {
    if (event === 'MODAL_OPEN') close(modal)
  })
  const seen: string[] = []
  watchEvents(modal, ({ event }) => seen.push(event))
  open(modal)
  expect(seen).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
})

test('tracks connecting and disconnecting with their properties', async () => {
  const { modal } = createTestModal()
  const seen: unknown[] = []
  watchEvents(modal, ({ event, properties }) => seen.push([event, properties]))
  await connect(modal, { connectorId })
  await disconnect(modal)
  expect(seen).toEqual([
    [
      'CONNECT_SUCCESS',
      { connectorId, name: 'Example Wallet', namespace: 'eip155', caipNetworkId: 'eip155:1', isReconnect: false },
    ],
    ['DISCONNECT_SUCCESS', { namespace: 'eip155' }],
  ])
})

test.each<[string, unknown, readonly unknown[]]>([
  ['a user rejection as USER_REJECTED', { code: 4001 }, ['USER_REJECTED', { connectorId }]],
  [
    'a failure as CONNECT_ERROR',
    new Error('broken'),
    ['CONNECT_ERROR', { connectorId, code: 'CONNECTOR_FAILED', message: 'Failed to connect' }],
  ],
])('tracks %s', async (_, cause, expected) => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const connecting = connect(modal, { connectorId }).catch(() => {})
  wallet.last('connect').reject(cause)
  await connecting
  const { event, properties } = modal.getState().event ?? {}
  expect([event, properties]).toEqual(expected)
})

test('tracks neither an aborted connection attempt nor a silent one that fails', async () => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const controller = new AbortController()
  const connecting = connect(modal, { connectorId, signal: controller.signal }).catch(() => {})
  controller.abort()
  await connecting
  await connect(modal, { connectorId, silent: true }).catch(() => {})
  expect([wallet.count('connect'), modal.getState().event]).toEqual([2, undefined])
})

test('tracks DISCONNECT_ERROR if the wallet fails to disconnect', async () => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['disconnect'] })] })
  await connect(modal, { connectorId })
  const leaving = disconnect(modal).catch(() => {})
  wallet.last('disconnect').reject(new Error('no'))
  await leaving
  expect(modal.getState().event).toMatchObject({
    event: 'DISCONNECT_ERROR',
    properties: { namespace: 'eip155', message: 'Error: no' },
  })
})
