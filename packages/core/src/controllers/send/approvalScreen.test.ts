import { expect, test } from 'vitest'
import { internals } from '../../modal/modal.js'
import { createLoggedInWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { receiver } from '../../testing/createTransferWorld.js'
import { settle } from '../../testing/settle.js'
import { close, goBack, open } from '../shell/actions.js'
import { setSendAmount, setSendReceiver, startSend } from './form.js'
import { reviewSend, submitSend } from './submit.js'

/** The preview with an embedded wallet, which asks for approval on its own screen. */
async function preview(): Promise<LoginWorld> {
  const world = await createLoggedInWorld()
  const { evm, modal } = world
  Object.assign(evm.features, {
    'transfer:build': async () => ({}),
    'transfer:fee': async () => 1n,
    'address:check': async () => true,
    'transaction:confirm': async () => ({ status: 'confirmed' }),
  })
  // sending asks for approval in the same way as signing
  const connector = modal[internals].connectors.get('embeddedWallet')
  Object.assign(connector?.features ?? {}, { 'transaction:send': connector?.features['message:sign'] })
  open(modal, { view: 'Account' })
  open(modal, { view: 'WalletSend' })
  await startSend(modal)
  setSendAmount(modal, '1')
  setSendReceiver(modal, receiver)
  await settle()
  await reviewSend(modal)
  void submitSend(modal)
  await settle()
  return world
}

const views = ({ modal }: LoginWorld): readonly string[] => modal.getState().router.stack.map(({ view }) => view)

const step = ({ modal }: LoginWorld): string | undefined => modal.getState().send?.step

test('[S4.19] after the approval the user returns to the preview, which shows the outcome', async () => {
  const world = await preview()
  expect([views(world).at(-1), step(world)]).toEqual(['ApproveTransaction', 'sending'])
  world.login.last('sign').approve()
  await settle()
  expect([views(world), step(world)]).toEqual([['WalletSend', 'WalletSendPreview'], 'done'])
})

test.each<[string, (world: LoginWorld) => void]>([
  ['rejects there', ({ login }) => login.last('sign').fail({ code: 4001 })],
  ['goes back', ({ modal }) => goBack(modal)],
])('[S4.19] a user who %s returns to the preview', async (_, leave) => {
  const world = await preview()
  leave(world)
  await settle()
  expect([views(world), step(world)]).toEqual([['WalletSend', 'WalletSendPreview'], 'preview'])
})

test('closing the modal during the approval sends nothing', async () => {
  const world = await preview()
  close(world.modal)
  await settle()
  expect([world.modal.getState().modal.open, step(world)]).toEqual([false, 'preview'])
})
