// @vitest-environment happy-dom
import { close, getRoute } from '@latchkey/core/internal'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'

let world: FakeWorld

beforeEach(() => {
  world = createFakeWorld({ env: { storage: () => null } })
})

afterEach(() => world.modal.destroy())

it('open() stays pending for a send with preset arguments, and rejects with MODAL_CLOSED on close', async () => {
  const { modal } = world
  const sent = modal.open({ view: 'WalletSend', arguments: { amount: '1' } })
  await expect.poll(() => getRoute(modal.getState())).toEqual({ view: 'WalletSend', params: { amount: '1' } })
  close(modal)
  await expect(sent).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
})

it('open() resolves immediately for a send without arguments and for another view', async () => {
  const { modal } = world
  for (const view of ['WalletSend', 'Networks'] as const) {
    expect(await modal.open({ view })).toBeUndefined()
    expect([modal.getState().modal.open, getRoute(modal.getState()).view]).toEqual([true, view])
  }
})

it('close() waits for a send with preset arguments that is about to open, and closes it', async () => {
  const { modal } = world
  const sent = modal.open({ view: 'WalletSend', arguments: { amount: '1' } })
  const rejected = expect(sent).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  expect(await modal.close()).toBe(true)
  await rejected
  expect(modal.getState().modal.open).toBe(false)
})
