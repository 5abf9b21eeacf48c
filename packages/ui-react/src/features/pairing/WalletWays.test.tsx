// @vitest-environment happy-dom
import type { WalletListing } from '@latchkey/core'
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWalletList } from '../../testing/createFakeWalletList.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectingWalletConnectView } from './ConnectingWalletConnectView.js'
import { feature } from './index.js'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

const everywhere: WalletListing = {
  id: 'everywhere',
  name: 'Everywhere',
  mobile_link: 'everywhere://',
  webapp_link: 'https://everywhere.example/app',
  desktop_link: 'everywhere-desk://',
}

const wallets: readonly WalletListing[] = [
  everywhere,
  { ...everywhere, id: 'rainbow', name: 'Rainbow' },
  { id: 'extension', name: 'Extension', rdns: 'example.extension' },
  {
    ...everywhere,
    id: 'hostile',
    name: 'Hostile',
    webapp_link: 'javascript:alert(1)',
    desktop_link: 'data:text/html,x',
  },
]

const uri = `wc:${'7f'.repeat(32)}@2?relay-protocol=irn&symKey=${'58'.repeat(32)}`

let world: FakeWorld
let view: RenderedView | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const list = createFakeWalletList(wallets)
  const env = { storage: () => null, fetch: list.fetch }
  world = createFakeWorld({ isPairing: true, env, services: { wallets: list.url }, customWallets: [everywhere] })
  open(world.modal)
})

afterEach(() => {
  view?.unmount()
  world.modal.destroy()
})

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const render = async (walletId: string): Promise<RenderedView> => {
  open(world.modal, { view: 'ConnectingWalletConnect', arguments: { walletId } })
  const rendered = await renderView(world.modal, <ConnectingWalletConnectView params={{ walletId }} />)
  view = rendered
  await settled(() => expect(rendered.element.querySelector('[data-loading]:not([role])')).toBeNull())
  return rendered
}

const tabs = (): readonly (string | null)[] =>
  [...(view?.element.querySelectorAll('[role=tab]') ?? [])].map(({ textContent }) => textContent)

const showCode = () => act(async () => world.pairing.show({ uri, expiresAt: Date.now() + 240_000 }))

const link = (): string | null | undefined => view?.element.querySelector('.pairing a')?.getAttribute('href')

describe('the connection methods of a wallet', () => {
  it('are tabs if there are several; web and desktop apps receive the pairing URI by a link', async () => {
    await render('everywhere')
    expect(tabs()).toEqual(['QR code', 'Web', 'Desktop'])
    expect(view?.element.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('QR code to connect Everywhere')
    await showCode()
    await view?.press('Web')
    expect(link()).toBe(`https://everywhere.example/app/wc?uri=${encodeURIComponent(uri)}`)
    await view?.press('Desktop')
    expect(link()).toBe(`everywhere-desk://wc?uri=${encodeURIComponent(uri)}`)
    // one pairing serves them all
    expect(world.pairing.requests).toHaveLength(1)
  })

  it('have no link until there is a pairing URI', async () => {
    await render('everywhere')
    await view?.press('Web')
    expect(link()).toBeUndefined()
    expect(view?.names()).not.toContain('Open Everywhere')
    await showCode()
    expect(view?.names().join()).toContain('Open Everywhere')
  })

  it('start with the browser if the wallet is installed, which connects without pairing', async () => {
    await render('rainbow')
    await settled(() => expect(tabs()).toEqual(['Browser', 'QR code', 'Web', 'Desktop']))
    await view?.press('Open Rainbow')
    await settled(() => expect(world.wallets.rainbow.asked).toBe(1))
  })

  it('start with the mobile app on a phone', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
    await render('everywhere')
    expect(tabs()).toEqual(['Mobile', 'QR code', 'Web'])
    await showCode()
    await settled(() => expect(link()).toContain(encodeURIComponent(uri)))
  })

  it('show a link to Downloads if the wallet is only an extension that is not installed', async () => {
    await render('extension')
    await settled(() => expect(view?.element.textContent).toContain("Can't connect to Extension from here"))
    expect(tabs()).toEqual([])
    await view?.press('Get it')
    expect(getRoute(world.modal.getState())).toEqual({ view: 'Downloads', params: { walletId: 'extension' } })
  })

  it('omit web and desktop links that are unsafe', async () => {
    await render('hostile')
    await settled(() => expect(view?.element.textContent).toContain('Scan with Hostile'))
    expect(tabs()).toEqual([])
    await showCode()
    expect([...(view?.element.querySelectorAll('a') ?? [])]).toEqual([])
  })

  it('fall back to a QR code for any wallet if the wallet is unknown', async () => {
    await render('unknown')
    await settled(() => expect(view?.element.textContent).toContain('Scan with your mobile wallet'))
  })

  it('have the wallet’s name as title as soon as the wallet is loaded', async () => {
    const shown = feature.views.find(({ name }) => name === 'ConnectingWalletConnect')
    const toTitle = (walletId?: string) =>
      typeof shown?.title === 'function'
        ? shown.title(world.modal.getState(), { walletId } as never, world.modal)
        : shown?.title
    expect(toTitle('everywhere')).toEqual({ text: 'Everywhere' })
    expect([toTitle('hostile'), toTitle()]).toEqual(['pairingTitle', 'pairingTitle'])
    await render('hostile')
    await settled(() => expect(toTitle('hostile')).toEqual({ text: 'Hostile' }))
  })
})
