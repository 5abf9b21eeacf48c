import { expect, test, vi } from 'vitest'
import { internals } from '../../modal/modal.js'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { startConnect } from '../connection/flow.js'
import { close, getRoute, goBack, open, push } from './actions.js'

const connectorId = 'org.example.wallet'

/** The UI opens an embedded modal as soon as it starts. */
function embed(options: TestModalOptions = {}): TestModal {
  const world = createTestModal({ inline: true, ...options })
  open(world.modal)
  return world
}

const shown = ({ modal }: TestModal): string | undefined =>
  modal.getState().modal.open ? getRoute(modal.getState()).view : undefined

test('an inline modal is open from the start, and closing it shows its first view', () => {
  const world = embed()
  expect(shown(world)).toBe('Connect')
  open(world.modal, { view: 'Networks' })
  expect(close(world.modal)).toBe(true)
  expect(shown(world)).toBe('Connect')
  goBack(world.modal)
  expect(shown(world)).toBe('Connect')
})

test('shows the account after connecting, and the wallets again after disconnecting', async () => {
  const world = embed()
  await startConnect(world.modal, { connectorId })
  expect(shown(world)).toBe('Account')
  push(world.modal, { view: 'Networks', params: undefined })
  await disconnect(world.modal)
  expect(shown(world)).toBe('Connect')
})

test('shows the account for a connection that was restored or made by the app', async () => {
  const first = embed()
  await connect(first.modal, { connectorId })
  expect(shown(first)).toBe('Account')
  const second = embed({ storage: first.storage, wallets: [first.wallet] })
  expect(shown(second)).toBe('Connect')
  await vi.waitFor(() => expect(shown(second)).toBe('Account'))
})

test('closing during a connection request aborts the request', async () => {
  const world = embed({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const flow = startConnect(world.modal, { connectorId })
  close(world.modal)
  expect(await flow).toBeUndefined()
  expect(world.wallet.last('connect').signal.aborted).toBe(true)
  expect(shown(world)).toBe('Connect')
})

test('a guarded view can’t be closed', () => {
  const world = embed()
  world.modal[internals].guards.add(({ router }) => router.stack[0].view !== 'UnsupportedChain')
  open(world.modal, { view: 'UnsupportedChain' })
  expect([close(world.modal), shown(world)]).toEqual([false, 'UnsupportedChain'])
})

test('destroying the modal closes it', () => {
  const world = embed()
  world.modal.destroy()
  expect(world.modal.getState().modal.open).toBe(false)
})
