// @vitest-environment happy-dom
import { updateFeatures } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectSocialsView } from './ConnectSocialsView.js'

let world: FakeWorld
let view: RenderedView

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const render = async (options: FakeWorldOptions = {}): Promise<void> => {
  world = createFakeWorld({ isEmbedded: true, ...options })
  open(world.modal, { view: 'ConnectSocials' })
  view = await renderView(world.modal, <ConnectSocialsView params={{ namespace: 'solana' }} />)
}

it('[S2.19] lists each social login in order', async () => {
  await render()
  const names = ['Google', 'X', 'Farcaster', 'Discord', 'Apple', 'GitHub', 'Facebook']
  expect(view.names()).toEqual(names.map((name) => `Continue with ${name}`))
  await act(async () => updateFeatures(world.modal, { socials: ['apple'] }))
  expect(view.names()).toEqual(['Continue with Apple'])
})

it('starts a login on the requested namespace', async () => {
  await render()
  await view.press('Continue with Facebook')
  expect(world.login.calls.map(({ step, text }) => [step, text])).toEqual([['social', 'facebook']])
  expect(world.modal.getState().socialLogin).toMatchObject({ provider: 'facebook', namespace: 'solana' })
  expect(getRoute(world.modal.getState())).toEqual({ view: 'ConnectingSocial', params: { provider: 'facebook' } })
})

it('shows an empty state if there is no embedded wallet', async () => {
  await render({ isEmbedded: false })
  expect([view.names(), view.element.textContent]).toEqual([[], expect.stringContaining('No logins available')])
})
