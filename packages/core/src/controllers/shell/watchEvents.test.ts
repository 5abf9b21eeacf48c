import { expect, test } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { close, open, track, watchEvents } from './actions.js'
import type { ModalEvent } from './state.js'

const connectorId = 'org.example.wallet'

test('every event is told once, in order, with its time', async () => {
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

test('events of the past are not told, nor any after unsubscribing', () => {
  const { modal } = createTestModal()
  open(modal)
  const seen: string[] = []
  const stop = watchEvents(modal, ({ event }) => seen.push(event))
  close(modal)
  stop()
  open(modal)
  expect(seen).toEqual(['MODAL_CLOSE'])
})

test('an event that another listener causes comes after the one that caused it', () => {
  const { modal } = createTestModal()
  watchEvents(modal, ({ event }) => {
    if (event === 'MODAL_OPEN') close(modal)
  })
  const seen: string[] = []
  watchEvents(modal, ({ event }) => seen.push(event))
  open(modal)
  expect(seen).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
})

test('a connection from first to last', async () => {
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
  ['a refusal', { code: 4001 }, ['USER_REJECTED', { connectorId }]],
  [
    'a failure',
    new Error('broken'),
    ['CONNECT_ERROR', { connectorId, code: 'CONNECTOR_FAILED', message: 'Failed to connect' }],
  ],
])('%s is told as what it is', async (_, cause, expected) => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const connecting = connect(modal, { connectorId }).catch(() => {})
  wallet.last('connect').reject(cause)
  await connecting
  const { event, properties } = modal.getState().event ?? {}
  expect([event, properties]).toEqual(expected)
})

test('a request that the visitor left, and a silent one that failed, are no events', async () => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const controller = new AbortController()
  const connecting = connect(modal, { connectorId, signal: controller.signal }).catch(() => {})
  controller.abort()
  await connecting
  await connect(modal, { connectorId, silent: true }).catch(() => {})
  expect([wallet.count('connect'), modal.getState().event]).toEqual([2, undefined])
})

test('a wallet that does not let go is an event', async () => {
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
