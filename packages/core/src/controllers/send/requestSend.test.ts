import { expect, test } from 'vitest'
import { RpcError } from '../../errors/rpc.js'
import { bob } from '../../testing/accounts.js'
import { createTransferWorld, hash, receiver, type TransferWorld } from '../../testing/createTransferWorld.js'
import { settle } from '../../testing/settle.js'
import { close, getRoute, goBack, open } from '../shell/actions.js'
import type { Views } from '../shell/state.js'
import { startSend } from './form.js'
import { sendWait } from './state.js'
import { requestSend, reviewSend, submitSend } from './submit.js'

const request = { view: 'WalletSend', arguments: { amount: '1', to: receiver } } as const

/** Requested by the app, and started as the view does. */
async function ask(world: TransferWorld) {
  const outcome = requestSend(world.modal, request)
  // avoids an unhandled rejection if the test awaits it later
  outcome.catch(() => undefined)
  const { view, params } = getRoute(world.modal.getState())
  if (view === 'WalletSend') await startSend(world.modal, params)
  await settle()
  return outcome.then(
    (sent) => sent,
    ({ code, details }: { readonly code: string; readonly details?: string }) => ({ code, details }),
  )
}
const state = async (outcome: Promise<unknown>): Promise<unknown> =>
  Promise.race([outcome, settle().then(() => 'open')])

test('resolves with the hash as soon as the wallet has sent the transaction', async () => {
  const world = await createTransferWorld()
  const outcome = ask(world)
  await settle()
  expect(world.modal.getState().send).toMatchObject({ amount: '1', to: receiver, fixed: ['token', 'amount', 'to'] })
  await reviewSend(world.modal)
  expect(await state(outcome)).toBe('open')
  void submitSend(world.modal)
  await settle()
  expect(await state(outcome)).toBe('open')
  world.sendings[0]?.held.resolve(hash)
  expect(await outcome).toEqual({ hash })
  // the same values again are another transfer
  const again = ask(world)
  await settle()
  expect(await state(again)).toBe('open')
  close(world.modal)
  expect(await again).toMatchObject({ code: 'MODAL_CLOSED' })
})

test.each<[string, (world: TransferWorld) => unknown]>([
  ['closes the modal', ({ modal }) => close(modal)],
  ['goes back', ({ modal }) => goBack(modal)],
  ['closes it at the preview', ({ modal }) => reviewSend(modal).then(() => close(modal))],
])('error: rejects with MODAL_CLOSED if the user %s', async (_, leave) => {
  const world = await createTransferWorld()
  const outcome = ask(world)
  await settle()
  await leave(world)
  expect(await outcome).toEqual({ code: 'MODAL_CLOSED', details: undefined })
})

test('a transfer that the wallet rejects can be retried; closing then rejects with MODAL_CLOSED', async () => {
  const world = await createTransferWorld()
  const outcome = ask(world)
  await settle()
  await reviewSend(world.modal)
  const sending = submitSend(world.modal)
  await settle()
  world.sendings[0]?.held.reject(new RpcError(4001, 'USER_REJECTED'))
  await sending
  expect(await state(outcome)).toBe('open')
  close(world.modal)
  expect(await outcome).toEqual({ code: 'MODAL_CLOSED', details: expect.any(String) })
})

test.each<[string, (world: TransferWorld) => unknown]>([
  ['another view', ({ modal }) => open(modal, { view: 'Account' })],
  ['a newer request', ({ modal }) => void requestSend(modal, request).catch(() => undefined)],
  ['destroying the modal', ({ modal }) => modal.destroy()],
])('error: rejects with ABORTED by %s', async (_, happen) => {
  const world = await createTransferWorld()
  const outcome = ask(world)
  await settle()
  happen(world)
  expect(await outcome).toMatchObject({ code: 'ABORTED' })
})

test('after closing the modal during the wallet request, an approval still resolves', async () => {
  const world = await createTransferWorld()
  const outcome = ask(world)
  await settle()
  await reviewSend(world.modal)
  void submitSend(world.modal)
  await settle()
  close(world.modal)
  expect(await state(outcome)).toBe('open')
  world.sendings[0]?.held.resolve(hash)
  expect(await outcome).toEqual({ hash })
})

test.each<[string, (world: TransferWorld) => unknown]>([
  [
    'starts another send',
    async ({ modal }) => {
      close(modal)
      open(modal, { view: 'WalletSend' })
      await startSend(modal)
    },
  ],
  [
    'returns to the form',
    async ({ modal }) => {
      goBack(modal)
      await startSend(modal, getRoute(modal.getState()).params as Views['WalletSend'])
      close(modal)
    },
  ],
])('error: OUTCOME_UNKNOWN if the user %s with another account during the wallet request', async (_, leave) => {
  const world = await createTransferWorld()
  const outcome = ask(world)
  await settle()
  await reviewSend(world.modal)
  void submitSend(world.modal)
  await settle()
  world.wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  await leave(world)
  expect(await outcome).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
})

test('a transfer that another one replaces while the wallet is asked to switch the network is not sent', async () => {
  const world = await createTransferWorld()
  const { modal, wallet } = world
  wallet.asks.add('switch')
  open(modal, { view: 'WalletSend' })
  await startSend(modal, { ...request.arguments, caipNetworkId: 'eip155:10' })
  await settle()
  await reviewSend(modal)
  const sending = submitSend(modal)
  await settle()
  await startSend(modal)
  wallet.last('switch').approve()
  await Promise.race([sending, settle()])
  expect([modal.getState().send?.step, world.sendings]).toEqual(['form', []])
})

test('error: rejects with TIMED_OUT after an hour, and closes the form, so that the user can’t send any more', async () => {
  const world = await createTransferWorld()
  const outcome = ask(world)
  await world.clock.advance(sendWait)
  expect(await outcome).toMatchObject({ code: 'TIMED_OUT' })
  expect(world.modal.getState().modal.open).toBe(false)
})

test.each<[string, (held: TransferWorld['sendings'][number]['held'] | undefined) => unknown, object]>([
  ['resolves if the wallet then sends it', (held) => held?.resolve(hash), { hash }],
  [
    'rejects with TIMED_OUT if the wallet then declines it',
    (held) => held?.reject(new RpcError(4001, 'USER_REJECTED')),
    { code: 'TIMED_OUT' },
  ],
])('a transfer that is in the wallet after an hour %s', async (_, answer, expected) => {
  const world = await createTransferWorld()
  const outcome = ask(world)
  await world.clock.advance(sendWait - 1_000)
  await reviewSend(world.modal)
  void submitSend(world.modal)
  await settle()
  await world.clock.advance(2_000)
  expect(await state(outcome)).toBe('open')
  answer(world.sendings[0]?.held)
  expect(await outcome).toMatchObject(expected)
})
