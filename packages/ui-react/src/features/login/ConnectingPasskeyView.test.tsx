// @vitest-environment happy-dom
import type { PasskeyUse } from '@latchkey/core'
import { startPasskeyLogin } from '@latchkey/core/controllers/login'
import { getRoute, open } from '@latchkey/core/internal'
import {
  PasskeyCanceledError,
  PasskeyExpiredError,
  PasskeyFailedError,
  PasskeyUnknownError,
  PasskeyUnsupportedError,
  PopupBlockedError,
} from '@latchkey/core/plugin'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectingPasskeyView } from './ConnectingPasskeyView.js'

let world: FakeWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld({ isEmbedded: true })
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const begin = async (use: PasskeyUse = 'login'): Promise<void> => {
  open(world.modal)
  void startPasskeyLogin(world.modal, { use })
  view = await renderView(world.modal, <ConnectingPasskeyView params={{ use }} />)
}
const told = (): readonly (string | null)[] =>
  [...view.element.querySelectorAll('[role=status] :is(h3, p)')].map(({ textContent }) => textContent)
const buttons = (): readonly (string | null)[] =>
  [...view.element.querySelectorAll('button')].map(({ textContent }) => textContent)
const uses = (): readonly string[] => world.login.calls.flatMap(({ step, text }) => (step === 'passkey' ? [text] : []))
const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

it('shows what to do, and lets the user create a passkey instead', async () => {
  await begin()
  expect(told()).toEqual(['Use your passkey', 'Confirm with your fingerprint, face, screen lock or security key.'])
  expect(buttons()).toEqual(['Create a passkey', 'Cancel'])
  await view.press('Create a passkey')
  expect([uses(), getRoute(world.modal.getState())]).toEqual([
    ['login', 'signup'],
    { view: 'ConnectingPasskey', params: { use: 'signup' } },
  ])
})

it.each([
  [new PasskeyCanceledError(), 'No passkey used', ['Try again', 'Create a passkey', 'Cancel']],
  [new PasskeyExpiredError(), 'That took too long', ['Try again', 'Create a passkey', 'Cancel']],
  [new PasskeyUnknownError(), "This passkey doesn't open a wallet", ['Try again', 'Create a passkey', 'Cancel']],
  [new PasskeyUnsupportedError(), "Passkeys don't work here", ['Try again', 'Cancel']],
  [new PopupBlockedError(), 'Your browser blocked the pop-up', ['Open pop-up', 'Create a passkey', 'Cancel']],
])('shows the error and the available actions: %s', async (error, title, ways) => {
  await begin()
  world.login.fail('passkey', error)
  await settled(() => expect(told()[0]).toBe(title))
  expect(buttons()).toEqual(ways)
  await view.press(ways[0] ?? '')
  expect(uses()).toEqual(['login', 'login'])
})

it('shows the vault’s own reason', async () => {
  await begin('signup')
  world.login.fail('passkey', new PasskeyFailedError({ details: 'Passkeys aren’t available in this app.' }))
  await settled(() => expect(told()).toEqual(["Couldn't use your passkey", 'Passkeys aren’t available in this app.']))
  expect(buttons()).toEqual(['Try again', 'I already have a passkey', 'Cancel'])
})
