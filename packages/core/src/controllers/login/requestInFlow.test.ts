import { expect, test } from 'vitest'
import { internals, type Modal } from '../../modal/modal.js'
import { createLoggedInWorld } from '../../testing/createLoginWorld.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { signMessage } from '../requests/wallet.js'
import { close, goBack, open, push } from '../shell/actions.js'
import { requestInFlow } from './approval.js'

type Outcome = { readonly signature?: string; readonly code?: string }

/** A flow that needs a signature. */
function sign(modal: Modal): Promise<Outcome> {
  return requestInFlow(modal, () => signMessage(modal, { message: 'Hello' })).then(
    (signature) => ({ signature }),
    ({ code }) => ({ code }),
  )
}

const stackOf = (modal: Modal): readonly string[] => modal.getState().router.stack.map(({ view }) => view)

const flow = ['Account', 'RegisterAccountName'] as const

async function enter(): Promise<Awaited<ReturnType<typeof createLoggedInWorld>>> {
  const world = await createLoggedInWorld()
  open(world.modal, { view: 'Account' })
  push(world.modal, { view: 'RegisterAccountName', params: undefined })
  return world
}

test.each<[string, (world: Awaited<ReturnType<typeof enter>>) => unknown, Outcome]>([
  ['approves', ({ login }) => login.last('sign').approve(), { signature: expect.stringMatching(/0x/) }],
  ['rejects', ({ login }) => login.last('sign').fail({ code: 4001 }), { code: 'USER_REJECTED' }],
  ['goes back', ({ modal }) => goBack(modal), { code: 'REQUEST_ABORTED' }],
])('[S4.19] a user who %s in the wallet’s approval screen returns to the flow', async (_, act, outcome) => {
  const world = await enter()
  const signing = sign(world.modal)
  await settle()
  expect(stackOf(world.modal)).toEqual([...flow, 'ApproveTransaction'])
  act(world)
  await settle()
  expect(await signing).toEqual(outcome)
  expect([stackOf(world.modal), world.modal.getState().modal.open]).toEqual([flow, true])
  expect(world.modal[internals].transactions).toEqual([])
})

test('closing the modal in the approval screen ends the flow and clears its callbacks', async () => {
  const world = await enter()
  const signing = sign(world.modal)
  await settle()
  close(world.modal)
  await settle()
  expect([await signing, world.modal.getState().modal.open]).toEqual([{ code: 'REQUEST_ABORTED' }, false])
  expect(world.modal[internals].transactions).toEqual([])
})

test.each([true, false])(
  'a wallet without an approval screen leaves the stack unchanged and no callbacks (approved: %s)',
  async (isApproved) => {
    const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['sign'] })] })
    await connect(modal, { connectorId: 'org.example.wallet' })
    open(modal, { view: 'RegisterAccountName' })
    const signing = sign(modal)
    await settle()
    if (isApproved) wallet.last('sign').approve()
    else wallet.last('sign').reject(rejection)
    await signing
    expect([modal[internals].transactions, stackOf(modal)]).toEqual([[], ['RegisterAccountName']])
  },
)
