// @vitest-environment happy-dom
import { addAddressLabel } from '@latchkey/core/controllers/account'
import { connect, disconnect } from '@latchkey/core/controllers/connection'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import { AccountButton } from './AccountButton.js'

const blockchainApi = 'https://chains.example'

let world: FakeWorld
let view: RenderedView
let asked: string[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  asked = []
})
afterEach(() => {
  view.unmount()
  world.modal.destroy()
  vi.unstubAllGlobals()
})

const render = async (options: Parameters<typeof createFakeWorld>[0] = {}): Promise<void> => {
  const fetch = async (input: RequestInfo | URL): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    asked.push(pathname)
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1'], ws: [] })
    return Response.json({ name: 'alice.eth', avatar: null })
  }
  world = createFakeWorld({ services: { blockchainApi }, env: { storage: () => null, fetch }, ...options })
  view = await renderView(world.modal, <AccountButton />)
}
const text = (): string | undefined => view.element.querySelector('button')?.textContent ?? undefined
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)
const names = () => asked.filter((path) => path.startsWith('/v1/identity/'))

describe('the name on the account button', () => {
  it('[S3.6] is requested once, and only after an account has connected', async () => {
    await render()
    expect([asked, text()]).toEqual([[], undefined])
    await act(() => connect(world.modal, { connectorId: 'eip155.Firefly' }))
    await settled(() => expect(text()).toBe('alice.eth'))
    expect(names()).toHaveLength(1)
    // cached for 5 minutes
    await act(() => disconnect(world.modal))
    expect(text()).toBeUndefined()
  })

  it('is not requested without a service, if the app has set a label, or for a Solana account', async () => {
    await render({ services: {} })
    await act(() => connect(world.modal, { connectorId: 'eip155.Firefly' }))
    await settled(() => expect(text()).toContain('…'))
    view.unmount()
    await render()
    addAddressLabel(world.modal, { address: 'eip155-Firefly-eoa', label: 'Till' })
    await act(() => connect(world.modal, { connectorId: 'eip155.Firefly' }))
    await settled(() => expect(text()).toBe('Till'))
    await act(() => disconnect(world.modal))
    await act(() => connect(world.modal, { connectorId: 'solana.Firefly' }))
    await settled(() => expect(text()).toContain('…'))
    expect(asked).toEqual([])
  })
})
