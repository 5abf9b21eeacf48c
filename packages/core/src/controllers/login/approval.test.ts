import { expect, test } from 'vitest'
import { createLoggedInWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { siwxSettled } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { disconnect } from '../connection/disconnect.js'
import { signMessage } from '../requests/wallet.js'
import { close, goBack, open, push, pushTransaction, setTheme } from '../shell/actions.js'
import { setApprovalSlot } from './approval.js'

type Outcome = { readonly signature?: string; readonly code?: string }

/** The app requests a signature. */
function sign({ modal }: LoginWorld): Promise<Outcome> {
  return signMessage(modal, { message: 'Hello' }).then(
    (signature) => ({ signature }),
    ({ code }) => ({ code }),
  )
}

const approvalOf = ({ modal }: LoginWorld) => modal.getState().approval

const calls = ({ login }: LoginWorld) => login.calls.filter((call) => !call.startsWith('connect'))

test('[S4.19] a request opens the wallet’s approval screen, and closes it when it is approved', async () => {
  const world = await createLoggedInWorld()
  const signing = sign(world)
  await settle()
  expect([viewOf(world), approvalOf(world)]).toEqual(['ApproveTransaction', { connectorId: 'embeddedWallet', id: '1' }])
  setApprovalSlot(world.modal, { x: 1, y: 2, width: 360, height: 600 })
  world.login.last('sign').approve()
  await settle()
  expect([viewOf(world), approvalOf(world), await signing]).toMatchObject([undefined, undefined, { signature: /0x/ }])
  expect(calls(world)).toEqual(['theme undefined', 'place 1,2,360,600', 'place nowhere'])
})

test('[S4.19] a request that fails closes the approval screen', async () => {
  const world = await createLoggedInWorld()
  const signing = sign(world)
  await settle()
  world.login.last('sign').fail({ code: 4001 })
  await settle()
  expect([viewOf(world), approvalOf(world), await signing]).toEqual([undefined, undefined, { code: 'USER_REJECTED' }])
})

test('[S4.19] the callbacks on the transaction stack decide which view follows', async () => {
  for (const outcome of ['success', 'error', 'cancel'] as const) {
    const world = await createLoggedInWorld()
    const { modal, login } = world
    const events: string[] = []
    open(modal, { view: 'Account' })
    pushTransaction(modal, {
      onSuccess: () => {
        events.push('success')
        goBack(modal)
      },
      onError: () => events.push('error'),
      onCancel: () => events.push('cancel'),
    })
    void sign(world)
    await settle()
    expect(modal.getState().router.stack.map(({ view }) => view)).toEqual(['Account', 'ApproveTransaction'])
    if (outcome === 'success') login.last('sign').approve()
    else if (outcome === 'error') login.last('sign').fail({ code: 4001 })
    else goBack(modal)
    await settle()
    expect([viewOf(world), events]).toEqual(['Account', [outcome]])
  }
})

test('a request is shown on top of any open view', async () => {
  const world = await createLoggedInWorld()
  open(world.modal, { view: 'Networks' })
  void sign(world)
  await settle()
  expect(viewOf(world)).toBe('ApproveTransaction')
})

test('several requests share one approval view, which closes after the last one', async () => {
  const world = await createLoggedInWorld()
  const { login } = world
  const [first, second] = [sign(world), sign(world)]
  await settle()
  expect(approvalOf(world)).toMatchObject({ id: '2' })
  login.last('sign').approve()
  await settle()
  expect([viewOf(world), approvalOf(world), calls(world)]).toMatchObject([
    'ApproveTransaction',
    { id: '1' },
    ['theme undefined', 'theme undefined'],
  ])
  login.requests.find(({ name, text }) => name === 'sign' && text === '1')?.approve()
  await settle()
  expect([viewOf(world), approvalOf(world)]).toEqual([undefined, undefined])
  expect([await first, await second]).toMatchObject([{ signature: /0x/ }, { signature: /0x/ }])
})

test.each([
  ['closes the modal', ({ modal }: LoginWorld) => void close(modal), undefined],
  ['goes back', ({ modal }: LoginWorld) => goBack(modal), 'Account'],
  ['goes elsewhere', ({ modal }: LoginWorld) => push(modal, { view: 'Networks', params: undefined }), 'Networks'],
])('[S8.32] a user who %s rejects all open requests', async (_, leave, view) => {
  const world = await createLoggedInWorld()
  open(world.modal, { view: 'Account' })
  const signing = [sign(world), sign(world)]
  await settle()
  leave(world)
  expect([approvalOf(world), calls(world).slice(-2)]).toEqual([undefined, ['place nowhere', 'reject']])
  await settle()
  expect(await Promise.all(signing)).toEqual([{ code: 'REQUEST_ABORTED' }, { code: 'REQUEST_ABORTED' }])
  expect(viewOf(world)).toBe(view)
})

test('a request after a closed one is shown again', async () => {
  const world = await createLoggedInWorld()
  void sign(world)
  await settle()
  close(world.modal)
  await settle()
  void sign(world)
  await settle()
  expect([viewOf(world), approvalOf(world)]).toMatchObject(['ApproveTransaction', { id: '2' }])
  world.login.last('sign').approve()
  await settle()
  expect(viewOf(world)).toBeUndefined()
})

test('without a request the approval slot is not placed', async () => {
  const world = await createLoggedInWorld()
  setApprovalSlot(world.modal, { x: 1, y: 2, width: 3, height: 4 })
  expect(calls(world)).toEqual(['place nowhere'])
})

test('disconnecting aborts open requests and closes the view', async () => {
  const world = await createLoggedInWorld()
  const signing = sign(world)
  await settle()
  await disconnect(world.modal)
  await settle()
  expect([viewOf(world), approvalOf(world), await signing]).toEqual([undefined, undefined, { code: 'REQUEST_ABORTED' }])
})

test('a disconnect by the wallet removes its open requests', async () => {
  const world = await createLoggedInWorld()
  void sign(world)
  await settle()
  for (const namespace of ['solana', 'eip155'] as const) world.login.emit('disconnect', { namespace })
  await settle()
  expect([viewOf(world), approvalOf(world)]).toEqual([undefined, undefined])
})

test('ignores the end of an unknown request', async () => {
  const world = await createLoggedInWorld()
  open(world.modal, { view: 'Account' })
  world.login.emit('approval', { namespace: 'eip155', id: 'other', status: 'done' })
  await settle()
  expect(viewOf(world)).toBe('Account')
})

test('a request that is reported twice is shown once', async () => {
  const world = await createLoggedInWorld()
  for (let time = 0; time < 2; time++) world.login.emit('approval', { namespace: 'eip155', id: 'a', status: 'asked' })
  await settle()
  world.login.emit('approval', { namespace: 'eip155', id: 'a', status: 'done' })
  await settle()
  expect(viewOf(world)).toBeUndefined()
})

test('[S8.17] [I14] a method that is not allowed rejects open requests and shows a toast after 300 ms', async () => {
  const world = await createLoggedInWorld()
  const { login, modal, clock } = world
  const signing = sign(world)
  await settle()
  login.emit('notAllowed', { namespace: 'eip155', method: 'eth_sign' })
  await settle()
  expect([await signing, viewOf(world), approvalOf(world)]).toEqual([{ code: 'REQUEST_ABORTED' }, 'Account', undefined])
  await clock.advance(299)
  expect(modal.getState().toast).toBeUndefined()
  await clock.advance(1)
  expect(modal.getState().toast).toEqual({ variant: 'error', message: { code: 'ACTION_NOT_ALLOWED' } })
})

test('[S8.17] a method that is not allowed opens the modal if it is closed', async () => {
  const world = await createLoggedInWorld()
  world.login.emit('notAllowed', { namespace: 'solana', method: 'solana_sign' })
  await settle()
  expect(viewOf(world)).toBe('Account')
})

test('the theme is sent once, and only to a connected wallet', async () => {
  const world = await createLoggedInWorld()
  setTheme(world.modal, { mode: 'dark' })
  expect(calls(world)).toEqual(['theme dark'])
  await disconnect(world.modal)
  setTheme(world.modal, { mode: 'light' })
  expect(calls(world)).toEqual(['theme dark', 'disconnect eip155'])
})

test('destroying the modal removes all listeners and timers', async () => {
  const world = await createLoggedInWorld()
  void sign(world)
  await settle()
  world.modal.destroy()
  await siwxSettled()
  expect([world.login.listenerCount(), world.clock.pending()]).toEqual([0, 0])
})
