// @vitest-environment happy-dom
import { close, getRoute } from '@latchkey/core/internal'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'
import { openView } from './defineElement.js'

let world: FakeWorld

beforeEach(() => {
  world = createFakeWorld({ env: { storage: () => null } })
})

afterEach(() => world.modal.destroy())

it('openView stays pending for a send with preset arguments, and rejects with MODAL_CLOSED on close', async () => {
  const { modal } = world
  const sent = openView(modal, { view: 'WalletSend', arguments: { amount: '1' } })
  await expect.poll(() => getRoute(modal.getState())).toEqual({ view: 'WalletSend', params: { amount: '1' } })
  close(modal)
  await expect(sent).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
})

it('openView resolves immediately for a send without arguments and for another view', async () => {
  const { modal } = world
  for (const view of ['WalletSend', 'Networks'] as const) {
    expect(await openView(modal, { view })).toBeUndefined()
    expect([modal.getState().modal.open, getRoute(modal.getState()).view]).toEqual([true, view])
  }
})
