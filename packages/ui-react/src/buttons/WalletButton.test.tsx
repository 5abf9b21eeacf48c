// @vitest-environment happy-dom
import type { WalletListing } from '@latchkey/core'
import { disconnect, startPairing } from '@latchkey/core/controllers/connection'
import { getRoute } from '@latchkey/core/internal'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWalletList } from '../testing/createFakeWalletList.js'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import type { WalletButtonState } from './useWalletButton.js'
import { WalletButton } from './WalletButton.js'

const listed: readonly WalletListing[] = [
  { id: 'frame-id', name: 'Frame', rdns: 'sh.frame' },
  { id: 'rainbow-id', name: 'Rainbow', rdns: 'me.rainbow' },
]

let world: FakeWorld
let view: RenderedView
let asked: number

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  asked = 0
})
afterEach(() => {
  view.unmount()
  world.modal.destroy()
  vi.unstubAllGlobals()
})

const render = async (button: ReactElement, options: FakeWorldOptions = {}): Promise<void> => {
  const list = createFakeWalletList(listed)
  const fetch: typeof list.fetch = (...request) => {
    asked++
    return list.fetch(...request)
  }
  world = createFakeWorld({ services: { wallets: list.url }, env: { storage: () => null, fetch }, ...options })
  view = await renderView(world.modal, button)
}

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const button = (): HTMLButtonElement | null => view.element.querySelector('button')
const texts = (): readonly (string | null)[] => [...(button()?.children ?? [])].map(({ textContent }) => textContent)
const route = () => getRoute(world.modal.getState())

describe('WalletButton', () => {
  it('connects an installed wallet like its list item does, and opens the account once connected', async () => {
    await render(<WalletButton wallet="eip155.Rainbow" />)
    expect(texts()).toEqual(['R', 'Rainbow'])
    let answer = (): void => undefined
    world.wallets.rainbow.hold = new Promise<void>((resolve) => (answer = resolve))
    await view.press('Rainbow')
    await settled(() => expect(texts()).toEqual(['R', 'Rainbow', 'Connecting…']))
    expect(button()?.getAttribute('aria-busy')).toBe('true')
    expect(route()).toMatchObject({ view: 'ConnectingExternal', params: { connectorId: 'eip155.Rainbow' } })
    answer()
    await settled(() => expect(texts()).toEqual(['R', 'Rainbow', 'Connected']))
    expect([world.modal.getState().modal.open, world.wallets.rainbow.asked]).toEqual([false, 1])
    await view.press('Rainbow')
    await settled(() => expect(route().view).toBe('Account'))
    expect(world.wallets.rainbow.asked).toBe(1)
    await act(() => disconnect(world.modal))
    expect(texts()).toEqual(['R', 'Rainbow'])
    expect(asked).toBe(0)
  })

  it('shows the error and is ready again if the user declines', async () => {
    await render(<WalletButton wallet="eip155.Rainbow" />)
    world.wallets.rainbow.declines = 4001
    await view.press('Rainbow')
    await settled(() => expect(world.modal.getState().ask?.error?.code).toBe('CONNECTION_REJECTED'))
    expect([world.modal.getState().modal.open, texts()]).toEqual([true, ['R', 'Rainbow']])
  })

  it('lets the user choose the namespaces of a multichain wallet, unless the namespace prop is set', async () => {
    await render(<WalletButton wallet="solana.Firefly" />)
    await view.press('Firefly')
    await settled(() => expect(route().view).toBe('ConnectingMultiChain'))
    await act(() => world.modal.close())
    await view.render(<WalletButton wallet="solana.Firefly" namespace="solana" />)
    await view.press('Firefly')
    await settled(() => expect(texts()).toContain('Connected'))
    expect(world.modal.getState().namespaces.solana?.connection.status).toBe('connected')
    expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  })

  it('finds an installed wallet by its id in the wallet list', async () => {
    await render(<WalletButton wallet="rainbow-id" />)
    await settled(() => expect(texts()).toEqual(['R', 'Rainbow']))
    await view.press('Rainbow')
    await settled(() => expect(world.wallets.rainbow.asked).toBe(1))
  })

  it('opens the QR code view for a wallet that is not installed, if pairing is available', async () => {
    await render(<WalletButton wallet="sh.frame" />, { isPairing: true })
    await settled(() => expect(texts()).toEqual(['F', 'Frame']))
    await view.press('Frame')
    await settled(() =>
      expect(route()).toEqual({
        view: 'ConnectingWalletConnect',
        params: { walletId: 'frame-id', namespace: undefined },
      }),
    )
    // what the view does when it is shown
    await act(async () => void startPairing(world.modal, { walletId: 'frame-id' }).catch(() => undefined))
    await settled(() => expect(texts()).toContain('Connecting…'))
  })

  it('shows the icon, or the first letter of the name if the icon fails to load', async () => {
    const customWallets = [{ id: 'own', name: 'Own', image_url: '/own.svg' }]
    await render(<WalletButton wallet="own" />, { isPairing: true, customWallets })
    expect(texts()).toEqual(['', 'Own'])
    const image = view.element.querySelector('img')
    expect(image?.getAttribute('src')).toBe('/own.svg')
    await act(async () => image?.dispatchEvent(new Event('error')))
    expect(texts()).toEqual(['O', 'Own'])
    expect(asked).toBe(0)
  })

  it('is disabled while the wallet is neither installed nor available for pairing', async () => {
    await render(<WalletButton wallet="sh.frame" label="Frame" />)
    await settled(() => expect(texts()).toEqual(['F', 'Frame', 'Not available']))
    expect([button()?.disabled, asked]).toEqual([true, 0])
    await view.render(<WalletButton wallet="nobody" label="Nobody" />)
    await settled(() => expect(texts()).toEqual(['N', 'Nobody', 'Not available']))
    // a wallet that is announced later
    await view.render(<WalletButton wallet="eip155.Rainbow" />)
    await act(async () => world.families.eip155.announce([]))
    await settled(() => expect(button()?.disabled).toBe(true))
    await act(async () => world.families.eip155.announce([world.wallets.rainbow]))
    await settled(() => expect(button()?.disabled).toBe(false))
  })

  it('passes its state and props to a custom button with WalletButton.Custom', async () => {
    let state: WalletButtonState | undefined
    await render(
      <WalletButton.Custom wallet="eip155.Rainbow">
        {(current) => {
          state = current
          return <button {...current.getButtonProps()}>{current.status}</button>
        }}
      </WalletButton.Custom>,
    )
    expect(state).toMatchObject({ status: 'ready', name: 'Rainbow', isInstalled: true })
    await view.press('ready')
    await settled(() => expect(button()?.textContent).toBe('connected'))
  })
})
