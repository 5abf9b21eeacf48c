// @vitest-environment happy-dom
import { addAddressLabel } from '@latchkey/core/controllers/account'
import { connect, disconnect } from '@latchkey/core/controllers/connection'
import { getRoute } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import { AccountButton } from './AccountButton.js'
import { ConnectButton } from './ConnectButton.js'
import type { ConnectButtonState } from './useConnectButton.js'

let world: FakeWorld
let view: RenderedView
let state: ConnectButtonState

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  view.unmount()
  world.modal.destroy()
  vi.unstubAllGlobals()
})

const render = async (options: FakeWorldOptions = {}): Promise<void> => {
  world = createFakeWorld(options)
  view = await renderView(
    world.modal,
    <>
      <ConnectButton />
      <AccountButton />
      <ConnectButton.Custom>
        {(current) => {
          state = current
          return <button {...current.getButtonProps()}>{current.account?.label ?? 'Log in'}</button>
        }}
      </ConnectButton.Custom>
    </>,
  )
}

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const texts = (): readonly (string | null)[] =>
  [...view.element.querySelectorAll('button')].map(({ textContent }) => textContent)

const connectFirefly = (): Promise<unknown> => act(() => connect(world.modal, { connectorId: 'eip155.Firefly' }))

const shownView = (): string => getRoute(world.modal.getState()).view

describe('the label of the account', () => {
  it("is the app's own label, otherwise the account's name; the same on all buttons", async () => {
    await render({
      services: { blockchainApi: 'https://chains.example' },
      env: {
        storage: () => null,
        fetch: async (input) =>
          String(input).includes('/supported-chains')
            ? Response.json({ http: ['eip155:1'], ws: [] })
            : Response.json({ name: 'alice.eth', avatar: null }),
      },
    })
    expect(texts()).toEqual(['Connect', 'Log in'])
    await connectFirefly()
    await settled(() => expect(texts()).toEqual(['alice.eth', 'alice.eth', 'alice.eth']))
    act(() => addAddressLabel(world.modal, { address: 'eip155-Firefly-eoa', label: 'Till' }))
    expect(texts()).toEqual(['Till', 'Till', 'Till'])
  })
})

describe('the avatar of the account', () => {
  it('precedes the name, has the network icon in its corner, and reserves its space from the start', async () => {
    await render()
    const [button] = view.element.querySelectorAll('button')
    expect(button?.childElementCount).toBe(0)
    await connectFirefly()
    const parts = [...(button?.children ?? [])].map((child) => child.getAttribute('class'))
    expect(parts).toEqual(['lk-account', 'lk-name'])
    expect(button?.hasAttribute('data-menu')).toBe(true)
    await settled(() => expect(button?.querySelector('.lk-account > .lk-avatar')).not.toBeNull())
    const icon = (): string | undefined => button?.querySelector<HTMLImageElement>('.lk-chain img')?.src
    await settled(() => expect(decodeURIComponent(icon() ?? '')).toContain('ethereum__a'))
    // the visible text is the accessible name: everything else is hidden
    expect(button?.textContent).toBe('eip155…-eoa')
    const hidden = [...(button?.children ?? [])].filter((child) => child.getAttribute('aria-hidden') === 'true')
    expect(hidden).toHaveLength(1)
  })
})

describe('ConnectButton.Custom', () => {
  it('opens the connect view, or the account view once connected', async () => {
    await render()
    await view.press('Log in')
    await settled(() => expect([world.modal.getState().modal.open, shownView()]).toEqual([true, 'Connect']))
    await act(() => world.modal.close())
    await connectFirefly()
    await act(async () => state.getButtonProps().onClick())
    await settled(() => expect(shownView()).toBe('Account'))
  })

  it('receives the connection state', async () => {
    await render()
    expect(state).toMatchObject({ status: 'disconnected', isConnected: false, account: undefined })
    expect(state.network?.name).toBe('Ethereum')
    let answer = (): void => undefined
    world.wallets.eip155.hold = new Promise<void>((resolve) => (answer = resolve))
    const connecting = connect(world.modal, { connectorId: 'eip155.Firefly' })
    await settled(() => expect(state).toMatchObject({ status: 'connecting', isConnecting: true }))
    await act(async () => {
      answer()
      await connecting
    })
    expect(state).toMatchObject({
      status: 'connected',
      isConnected: true,
      isConnecting: false,
      isUnsupportedNetwork: false,
      account: { address: 'eip155-Firefly-eoa', caipNetworkId: 'eip155:1' },
    })
  })

  it('reports a wallet on a network the app does not support, and opens UnsupportedChain', async () => {
    await render()
    world.wallets.eip155.caipNetworkId = 'eip155:5'
    await connectFirefly()
    expect(state).toMatchObject({ isConnected: true, isUnsupportedNetwork: true, network: undefined })
    await act(async () => state.getButtonProps().onClick())
    await settled(() => expect(shownView()).toBe('UnsupportedChain'))
  })

  it('opens the networks, connect and account views, and reports a disconnect', async () => {
    await render()
    for (const [open, name] of [
      [state.openNetworks, 'Networks'],
      [state.openConnect, 'Connect'],
      [state.openAccount, 'Account'],
    ] as const) {
      act(open)
      await settled(() => expect(shownView()).toBe(name))
    }
    await connectFirefly()
    await act(() => disconnect(world.modal))
    await settled(() => expect(state.status).toBe('disconnected'))
  })
})
