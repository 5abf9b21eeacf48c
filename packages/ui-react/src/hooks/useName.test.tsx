// @vitest-environment happy-dom
import { connect, disconnect } from '@latchkey/core/controllers/connection'
import { switchNetwork } from '@latchkey/core/controllers/network'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createModal } from '../createModal.js'
import { fakeChain, testAddress, testNetwork } from '../testing/fakeChain.js'
import { renderHook as renderHookIn } from '../testing/renderHook.js'
import type { UiModal } from '../uiModal.js'
import { useName } from './useName.js'

const other = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

const optimism = { ...testNetwork, id: 10, name: 'OP Mainnet', caipNetworkId: 'eip155:10' } as const

let modal: UiModal
let root: Root
let asked: string[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  asked = []
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  modal.destroy()
})

/** The names that the service knows. */
const replies: { readonly [path: string]: unknown } = {
  '/v1/supported-chains': { http: ['eip155:1', 'eip155:10'], ws: [] },
  [`/v1/identity/${testAddress}`]: { name: 'alice.eth', avatar: 'https://chains.example/a.png' },
  '/v1/profile/account/bob.eth': { name: 'bob.eth', addresses: { 60: { address: other } }, attributes: [] },
  '/v1/profile/account/carol.eth': {
    name: 'carol.eth',
    // the coin types of Ethereum and OP Mainnet
    addresses: { 60: { address: other }, 2147483658: { address: testAddress } },
    attributes: [],
  },
}

const renderHook = <result,>(hook: () => result, blockchainApi: string | undefined = 'https://chains.example') => {
  const fetch = async (input: RequestInfo | URL): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (pathname !== '/v1/supported-chains') asked.push(pathname)
    const reply = replies[pathname]
    return reply === undefined ? new Response('{}', { status: 404 }) : Response.json(reply)
  }
  const services = blockchainApi ? { blockchainApi } : {}
  modal = createModal({
    adapters: [fakeChain()],
    networks: [testNetwork, optimism],
    disableAppend: true,
    services,
    env: { storage: () => null, fetch },
  })
  return renderHookIn(hook, { root, modal })
}
const settled = (check: () => void): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined)
    check()
  })

it('reads the name and the avatar of the connected account', async () => {
  const hook = renderHook(() => useName())
  expect(hook.current).toMatchObject({ status: 'pending', isFetching: false })
  await act(() => connect(modal, { connectorId: 'test.wallet' }))
  const found = { address: testAddress, name: 'alice.eth', image: 'https://chains.example/a.png' }
  await settled(() => expect(hook.current.data).toEqual(found))
  expect(asked).toEqual([`/v1/identity/${testAddress}`])
  await act(() => disconnect(modal))
  expect(hook.current).toMatchObject({ status: 'pending', data: undefined })
})

it('looks up any address or name without a wallet, and returns null if there is no result', async () => {
  const hook = renderHook(() => ({ none: useName({ address: other }), found: useName({ name: 'bob.eth' }) }))
  await settled(() => expect(hook.current.found.data).toEqual({ address: other, name: 'bob.eth', image: undefined }))
  await settled(() => expect(hook.current.none).toMatchObject({ status: 'success', data: null }))
})

it('returns the address of a name on the network that the user switches to', async () => {
  const hook = renderHook(() => ({ one: useName({ name: 'carol.eth' }), none: useName({ name: 'bob.eth' }) }))
  await settled(() => expect(hook.current.one.data?.address).toBe(other))
  await settled(() => expect(hook.current.none.data?.address).toBe(other))
  await act(() => switchNetwork(modal, { network: optimism.caipNetworkId }))
  await settled(() => expect(hook.current.one.data?.address).toBe(testAddress))
  await settled(() => expect(hook.current.none.data).toBeNull())
})

it('returns null without a service, and sends no request', async () => {
  const hook = renderHook(() => useName({ address: testAddress }), '')
  await settled(() => expect(hook.current).toMatchObject({ status: 'success', data: null, error: null }))
  expect(asked).toEqual([])
})

it('returns an error for an invalid address', async () => {
  const hook = renderHook(() => useName({ address: 'alice' }))
  await settled(() => expect(hook.current.error).toMatchObject({ code: 'INVALID_PARAMS' }))
})
