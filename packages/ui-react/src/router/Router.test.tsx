// @vitest-environment happy-dom
import { internals, type ViewName } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { push, updateFeatures } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../testing/renderView.js'
import { createViewLoader } from './createViewLoader.js'
import { Router } from './Router.js'

let world: FakeWorld
let view: RenderedView

// the first load takes longer than a test waits
beforeAll(() => import('../features/receive/index.js'))
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
  await connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id })
})
afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    // a check that throws inside act would discard React’s pending updates
    await act(async () => {})
    check()
  })
const title = () => view.element.querySelector('#title')?.textContent

async function show(name: ViewName): Promise<void> {
  const loader = createViewLoader({ adoptStyles: () => {}, getFeatures: () => world.modal.getState().features })
  open(world.modal, { view: name } as Parameters<typeof open>[1])
  view = await renderView(world.modal, <Router loader={loader} />)
}

describe('a view outside the shell', () => {
  it('[S2.9] is loaded together with its title', async () => {
    await show('WalletReceive')
    await settled(() => expect(title()).toBe('Receive'))
    expect(view.element.querySelector('.qr')).not.toBeNull()
  })

  it('[S2.5] is replaced by Connect, with a warning, while its feature is off, and shown once it is on', async () => {
    const warn = vi.spyOn(world.modal[internals], 'warn').mockImplementation(() => {})
    updateFeatures(world.modal, { receive: false })
    await show('WalletReceive')
    await settled(() => expect(title()).toBe('Connect'))
    expect(warn.mock.calls.map(([cause]) => (cause as { code?: string }).code)).toEqual(
      expect.arrayContaining(['VIEW_NOT_FOUND']),
    )
    expect(getRoute(world.modal.getState()).view).toBe('WalletReceive')
    act(() => updateFeatures(world.modal, { receive: true }))
    await settled(() => expect(title()).toBe('Receive'))
  })

  it('[S4.8] leaves the previous view in place while it loads, even the first one, and marks the modal as loading', async () => {
    const loader = createViewLoader({ adoptStyles: () => {}, getFeatures: () => world.modal.getState().features })
    const { load } = loader
    let release = (): void => {}
    const pending = new Promise<void>((resolve) => (release = resolve))
    loader.load = (name) => (name === 'AllWallets' ? pending.then(() => load(name)) : load(name))
    await loader.load('Connect')
    view = await renderView(world.modal, <Router loader={loader} />)
    await act(async () => open(world.modal, { view: 'Connect' }))
    await act(async () => push(world.modal, { view: 'AllWallets', params: undefined }))
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(title()).toBe('Connect')
    expect(view.element.querySelector('.bone')).toBeNull()
    expect(world.modal.getState().modal.loading).toBe(true)
    await act(async () => release())
    await settled(() => expect(title()).toBe('All wallets'))
    expect(world.modal.getState().modal.loading).toBe(false)
  })

  it('is replaced by Connect, with a warning, if it is not defined', async () => {
    const warn = vi.spyOn(world.modal[internals], 'warn').mockImplementation(() => {})
    await show('NoView' as ViewName)
    await settled(() => expect(title()).toBe('Connect'))
    expect(new Set(warn.mock.calls.map(([cause]) => (cause as { code?: string }).code))).toEqual(
      new Set(['VIEW_NOT_FOUND']),
    )
  })
})

describe('selecting another wallet next to the view of the current one', () => {
  it('moves the focus to the title, and renders a new view', async () => {
    const customWallets = ['Ada', 'Bob'].map((name) => ({
      id: name,
      name,
      mobile_link: `${name.toLowerCase()}://`,
      homepage: `https://${name.toLowerCase()}.example`,
    }))
    world.modal.destroy()
    world = createFakeWorld({ isPairing: true, customWallets })
    await show('Connect')
    const announced = (): string =>
      [...view.element.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join()
    const choose = async (name: string): Promise<void> => {
      const { length } = world.pairing.requests
      await settled(() => expect(view.names().some((text) => text.startsWith(name))).toBe(true))
      await view.press(name)
      await settled(() => expect(title()).toBe(name))
      await settled(() => expect(world.pairing.requests).toHaveLength(length + 1))
    }
    const showCode = (topic: string): Promise<void> =>
      act(async () => world.pairing.show({ uri: `wc:${topic}@2?symKey=1`, expiresAt: Date.now() + 240_000 }))
    await choose('Ada')
    await showCode('one')
    await showCode('two')
    expect(announced()).toContain('QR code refreshed.')
    view.element.querySelector('button')?.focus()

    await choose('Bob')
    expect(document.activeElement?.id).toBe('title')
    await showCode('three')
    expect(announced()).not.toContain('QR code refreshed.')
  })
})
