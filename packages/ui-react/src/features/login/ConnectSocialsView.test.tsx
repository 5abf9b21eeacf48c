// @vitest-environment happy-dom
import { updateFeatures } from '@latchkey/core/controllers/shell'
import { getAuthConnector, getRoute, open } from '@latchkey/core/internal'
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

it('shows the letter of a provider whose icon cannot be loaded', async () => {
  world = createFakeWorld({ isEmbedded: true, features: { socials: ['acme'] } })
  const meta = getAuthConnector(world.modal)?.meta
  Object.assign(meta ?? {}, { logins: { acme: { name: 'Acme ID', icon: 'https://acme.example/icon.png' } } })
  open(world.modal, { view: 'ConnectSocials' })
  view = await renderView(world.modal, <ConnectSocialsView params={undefined} />)
  const letter = (): string | undefined => view.element.querySelector<HTMLElement>('.brand.letter')?.dataset['letter']
  expect(letter()).toBeUndefined()
  await act(async () => view.element.querySelector('img')?.dispatchEvent(new Event('error')))
  expect([letter(), view.element.querySelector('img')]).toEqual(['A', null])
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
