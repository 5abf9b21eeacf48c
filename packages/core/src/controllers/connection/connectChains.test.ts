import { expect, test } from 'vitest'
import { getConnections } from '../../modal/connections.js'
import { createMultiWorld, testNamespaces } from '../../testing/createMultiWorld.js'
import { rejection } from '../../testing/createTestWallet.js'
import { settle } from '../../testing/settle.js'
import { close, getRoute, open } from '../shell/actions.js'
import { connect } from './connect.js'
import { connectChains, startConnect, startConnectChains } from './flow.js'

const connectorId = 'multi:wallet no. 0'
const live = ({ modal }: ReturnType<typeof createMultiWorld>) =>
  getConnections(modal.getState())
    .filter(({ status }) => status === 'active')
    .map(({ namespace }) => namespace)

test('connects one wallet on all namespaces, one after the other', async () => {
  const world = createMultiWorld()
  const progress: string[] = []
  const { connections, failures } = await connectChains(world.modal, {
    connectorId,
    namespaces: testNamespaces,
    onProgress: (namespace, { status }) => progress.push(`${namespace} ${status}`),
  })
  expect(live(world)).toEqual(testNamespaces)
  expect([connections.length, failures]).toEqual([3, {}])
  expect(progress).toEqual(testNamespaces.flatMap((namespace) => [`${namespace} asking`, `${namespace} connected`]))
  expect(world.modal.getState().activeNamespace).toBe('eip155')
  expect(world.modal.getState().recentConnectorIds).toHaveLength(1)
})

test('a rejection in one namespace does not affect the others', async () => {
  const world = createMultiWorld()
  const wallet = world.wallets.eip155[0]
  wallet?.asks.add('connect')
  const connecting = connectChains(world.modal, { connectorId, namespaces: testNamespaces })
  await settle()
  wallet?.last('connect').reject(rejection)
  const { failures } = await connecting
  expect(failures).toMatchObject({ eip155: { code: 'CONNECTION_REJECTED' } })
  expect(live(world)).toEqual(['solana', 'bip122'])
  expect(world.modal.getState().activeNamespace).toBe('solana')
})

test('throws the first error if no namespace succeeds', async () => {
  const world = createMultiWorld()
  for (const namespace of testNamespaces) world.wallets[namespace][0]?.asks.add('connect')
  const connecting = connectChains(world.modal, { connectorId, namespaces: ['eip155', 'solana'] })
  await settle()
  world.wallets.eip155[0]?.last('connect').reject(rejection)
  await settle()
  world.wallets.solana[0]?.last('connect').reject(new Error('broken'))
  await expect(connecting).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
})

test('selecting the wallet opens the multi-chain view; with a namespace chosen it connects there at once', async () => {
  const world = createMultiWorld()
  open(world.modal)
  await startConnect(world.modal, { connectorId })
  expect(getRoute(world.modal.getState())).toEqual({ view: 'ConnectingMultiChain', params: { connectorId } })
  close(world.modal)
  open(world.modal, { namespace: 'solana' })
  await startConnect(world.modal, { connectorId })
  expect(live(world)).toEqual(['solana'])
  expect(world.modal.getState().modal).toMatchObject({ open: false })
  expect(world.modal.getState().modal.namespace).toBeUndefined()
})

test('stays open if one namespace was rejected, and closes when all are connected', async () => {
  const world = createMultiWorld()
  const wallet = world.wallets.solana[0]
  wallet?.asks.add('connect')
  open(world.modal, { view: 'ConnectingMultiChain', arguments: { connectorId } })
  const flow = startConnectChains(world.modal, { connectorId, namespaces: testNamespaces })
  await settle()
  wallet?.last('connect').reject(rejection)
  await flow
  expect(world.modal.getState()).toMatchObject({
    modal: { open: true },
    ask: {
      kind: 'connectChains',
      chains: {
        eip155: { status: 'connected' },
        solana: { status: 'failed', error: { code: 'CONNECTION_REJECTED' } },
        bip122: { status: 'connected' },
      },
    },
  })
  wallet?.asks.clear()
  await startConnectChains(world.modal, { connectorId, namespaces: ['solana'] })
  expect(live(world)).toEqual(testNamespaces)
  expect(world.modal.getState()).toMatchObject({ modal: { open: false }, ask: undefined })
})

test('closing the view skips the remaining namespaces; connected ones stay connected', async () => {
  const world = createMultiWorld()
  world.wallets.solana[0]?.asks.add('connect')
  open(world.modal, { view: 'ConnectingMultiChain', arguments: { connectorId } })
  const flow = startConnectChains(world.modal, { connectorId, namespaces: testNamespaces })
  await settle()
  close(world.modal)
  await flow
  expect(live(world)).toEqual(['eip155'])
  expect(world.wallets.bip122[0]?.count('connect')).toBe(0)
  expect(world.modal.getState().ask).toBeUndefined()
})

test('a newer attempt in one namespace ends the flow, without requests to the remaining ones', async () => {
  const world = createMultiWorld()
  for (const wallet of [0, 1]) world.wallets.solana[wallet]?.asks.add('connect')
  open(world.modal, { view: 'ConnectingMultiChain', arguments: { connectorId } })
  const flow = startConnectChains(world.modal, { connectorId, namespaces: testNamespaces })
  await settle()
  const other = connect(world.modal, { connectorId: 'solana.wallet1', namespace: 'solana' })
  await flow
  expect(world.modal.getState().ask).toMatchObject({
    kind: 'connectChains',
    chains: { eip155: { status: 'connected' }, solana: { status: 'failed', error: { code: 'ABORTED' } } },
  })
  expect(world.modal.getState().ask).not.toHaveProperty('chains.bip122')
  world.wallets.solana[1]?.last('connect').approve()
  expect(await other).toMatchObject({ connectorId: 'solana.wallet1' })
})

test('an inline modal stays in the view until all namespaces are connected', async () => {
  const world = createMultiWorld({ inline: true })
  for (const namespace of testNamespaces) world.wallets[namespace][0]?.asks.add('connect')
  open(world.modal, { view: 'ConnectingMultiChain', arguments: { connectorId } })
  const flow = startConnectChains(world.modal, { connectorId, namespaces: testNamespaces })
  for (const namespace of testNamespaces) {
    await settle()
    expect(getRoute(world.modal.getState()).view).toBe('ConnectingMultiChain')
    world.wallets[namespace][0]?.last('connect').approve()
  }
  await flow
  expect(live(world)).toEqual(testNamespaces)
  expect(getRoute(world.modal.getState()).view).toBe('Account')
})
