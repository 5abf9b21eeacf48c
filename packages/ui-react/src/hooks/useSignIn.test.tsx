// @vitest-environment happy-dom
import { connect } from '@latchkey/core/controllers/connection'
import { close } from '@latchkey/core/internal'
import { act, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { createFakeSiwx, type FakeSiwx, setSigner } from '../testing/createFakeSiwx.js'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'
import { fakeChain } from '../testing/fakeChain.js'
import { renderHook } from '../testing/renderHook.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import { type UseSignInResult, useSignIn } from './useSignIn.js'

let world: FakeWorld
let fake: FakeSiwx
let view: RenderedView
let result: UseSignInResult

function Probe(): ReactElement {
  result = useSignIn()
  return <p>{result.status}</p>
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  fake = createFakeSiwx()
  world = createFakeWorld({ siwx: fake.siwx })
  setSigner(world.wallets.eip155, async () => '0xsigned')
  view = await renderView(world.modal, <Probe />)
})
afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const settled = (status: string) => vi.waitFor(() => act(async () => expect(view.element.textContent).toBe(status)))

it('returns the sign-in status, and signs in and out', async () => {
  expect(result).toMatchObject({ status: 'idle', isSignedIn: false, session: undefined, siwx: fake.siwx })
  await act(async () => {
    await connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id })
  })
  await settled('signedOut')
  act(() => void close(world.modal))
  await act(async () => {
    await result.signIn()
  })
  expect(result).toMatchObject({ status: 'signedIn', isSignedIn: true, session: { signature: '0xsigned' } })
  await act(() => result.signOut())
  expect(result).toMatchObject({ status: 'signedOut', isSignedIn: false, session: undefined })
  expect(fake.sessions).toEqual([])
})

it('returns the implementation of a plugin once the modal is started', () => {
  const plugin = { kind: 'auth', apiVersion: 1, name: 'own', setup: () => fake.siwx } as const
  const modal = createModal({ adapters: [fakeChain(), plugin], disableAppend: true, env: { storage: () => null } })
  const root = createRoot(document.createElement('div'))
  const hook = renderHook(() => useSignIn(), { root, modal })
  expect(hook.current.siwx).toBe(fake.siwx)
  act(() => root.unmount())
  modal.destroy()
})

it('[S8.39] rejects if no account is connected', async () => {
  await expect(result.signIn()).rejects.toMatchObject({
    code: 'NO_ACTIVE_ADDRESS',
    shortMessage: 'No ActiveCaipAddress found',
  })
  await expect(result.signOut()).rejects.toMatchObject({ code: 'NO_ACTIVE_ADDRESS' })
})

it('[S8.40] rejects signing in if the wallet is gone', async () => {
  await act(async () => {
    await connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id })
  })
  await settled('signedOut')
  act(() => world.families.eip155.announce([]))
  await expect(result.signIn()).rejects.toMatchObject({
    code: 'NO_ACTIVE_NETWORK',
    shortMessage: 'No ActiveCaipNetwork or client found',
  })
})

it('[S8.38] rejects in an app without sign-in', async () => {
  view.unmount()
  world.modal.destroy()
  world = createFakeWorld()
  view = await renderView(world.modal, <Probe />)
  await expect(result.signIn()).rejects.toMatchObject({
    code: 'SIWX_NOT_ENABLED',
    shortMessage: 'SIWX is not enabled',
  })
})
