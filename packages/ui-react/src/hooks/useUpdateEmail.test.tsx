// @vitest-environment happy-dom
import { connect } from '@latchkey/core/controllers/connection'
import { close, getRoute } from '@latchkey/core/internal'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import { useAccount } from './useAccount.js'
import { useUpdateEmail } from './useUpdateEmail.js'

let world: FakeWorld
let view: RenderedView
let result: Promise<unknown>

function Probe(): ReactElement {
  const { updateEmail } = useUpdateEmail()
  const { user } = useAccount()
  return (
    <button
      type="button"
      onClick={() => {
        result = updateEmail().catch((cause: { readonly code: string }) => cause.code)
      }}
    >
      {user?.email ?? 'nobody'}
    </button>
  )
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld({ isEmbedded: true })
  view = await renderView(world.modal, <Probe />)
})
afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

it('[S3.6] useAccount returns the logged-in user', async () => {
  expect(view.names()).toEqual(['nobody'])
  await act(() => connect(world.modal, { connectorId: 'embeddedWallet', namespace: 'eip155' }))
  expect(view.names()).toEqual(['ada@example.org'])
})

it('opens the email update, and rejects with MODAL_CLOSED if the user closes the modal', async () => {
  await act(() => connect(world.modal, { connectorId: 'embeddedWallet', namespace: 'eip155' }))
  await view.press('ada')
  await vi.waitFor(() => expect(getRoute(world.modal.getState()).view).toBe('UpdateEmailWallet'))
  act(() => void close(world.modal))
  expect(await result).toBe('MODAL_CLOSED')
})

it('[S8.10] rejects with NOT_EMAIL_OR_SOCIAL if the connected wallet has no email', async () => {
  await act(() => connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id }))
  await view.press('nobody')
  expect(await result).toBe('NOT_EMAIL_OR_SOCIAL')
})
