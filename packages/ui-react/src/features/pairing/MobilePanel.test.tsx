// @vitest-environment happy-dom
import type { PairingCode, WalletListing } from '@latchkey/core'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { MobilePanel } from './MobilePanel.js'
import { openingDelay } from './useOpening.js'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const pixel =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

const instagram = `${pixel.replace('Pixel 8', 'Pixel 8; wv')} Instagram 356.0`

const code: PairingCode = { uri: `wc:${'ab'.repeat(32)}@2?symKey=${'cd'.repeat(32)}`, expiresAt: 240_000 }

const encoded = encodeURIComponent(code.uri)

const wallet: WalletListing = {
  id: 'firefly',
  name: 'Firefly',
  mobile_link: 'firefly://',
  link_mode: 'https://firefly.example',
}

let world: FakeWorld
let view: RenderedView | undefined

/** The time of the modal’s clock. */
let now = 0
let timers: { readonly at: number; readonly run: () => void }[] = []

/** The links the browser would have followed: clicked, and not prevented. */
let followed: { readonly href: string; readonly target: string }[] = []

const follow = (event: Event): void => {
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
  if (link && !event.defaultPrevented) followed.push({ href: link.getAttribute('href') ?? '', target: link.target })
  // there is no page to navigate to
  event.preventDefault()
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  now = 0
  timers = []
  followed = []
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iphone)
  world = createFakeWorld({
    env: {
      storage: () => null,
      now: () => now,
      setTimeout: (run, ms) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((item) => item !== timer)
        }
      },
    },
  })
  window.addEventListener('click', follow)
})

afterEach(() => {
  view?.unmount()
  world.modal.destroy()
  window.removeEventListener('click', follow)
})

const pass = (ms: number): Promise<void> =>
  act(async () => {
    now += ms
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter((timer) => !due.includes(timer))
    for (const { run } of due) run()
  })

const leave = (): Promise<void> => act(async () => void window.dispatchEvent(new Event('blur')))

const render = async (props: Partial<Parameters<typeof MobilePanel>[0]> = {}): Promise<RenderedView> => {
  view = await renderView(world.modal, <MobilePanel wallet={wallet} code={code} {...props} />)
  return view
}

const links = (): readonly HTMLAnchorElement[] => [...(view?.element.querySelectorAll('a') ?? [])]

const status = (): string => view?.element.querySelector('[role=status] h3')?.textContent ?? ''

describe('MobilePanel', () => {
  it('disables its button until there is a pairing code', async () => {
    const { element, names } = await render({ code: undefined })
    expect(links()).toEqual([])
    expect(names()).toEqual([])
    expect(element.querySelector('button')?.textContent).toBe('Open Firefly')
    expect(element.querySelector('button')?.disabled).toBe(true)
  })

  it('renders a real link with the pairing URI, which the browser follows itself', async () => {
    const { press } = await render()
    expect(links().map(({ rel }) => rel)).toEqual(['noopener noreferrer'])
    await press('Open Firefly')
    expect(followed).toEqual([{ href: `https://firefly.example/wc?uri=${encoded}`, target: '_self' }])
  })

  it('uses the same pairing URI for every tap', async () => {
    const { press } = await render()
    await press('Open Firefly')
    await leave()
    await press('Open Firefly again')
    expect(new Set(followed.map(({ href }) => href)).size).toBe(1)
  })

  it('shows that it waits for the wallet once the page was left', async () => {
    const { press } = await render()
    expect(status()).toBe('Continue in Firefly')
    await press('Open Firefly')
    await leave()
    await pass(openingDelay)
    expect(status()).toBe('Waiting for Firefly')
  })

  it('detects after 1.5 s that nothing opened, and offers the next link without following it', async () => {
    const { press, names } = await render({ onQr: () => {} })
    await press('Open Firefly')
    await pass(openingDelay - 1)
    expect(status()).toBe('Continue in Firefly')
    await pass(1)
    expect(openingDelay).toBe(1_500)
    expect(status()).toBe("Couldn't open Firefly")
    expect(names()).toEqual(['Open Firefly', 'Try another link', 'Copy link', 'Show QR code'])
    expect(links()[0]?.getAttribute('href')).toBe(`firefly://wc?uri=${encoded}`)
    expect(followed).toHaveLength(1)
    await press('Open Firefly')
    expect(followed.at(-1)?.href).toBe(`firefly://wc?uri=${encoded}`)
    await leave()
    expect(status()).toBe('Waiting for Firefly')
  })

  it('recognizes a wallet that opens late as opened', async () => {
    const { press } = await render()
    await press('Open Firefly')
    await pass(openingDelay)
    await act(async () => void window.dispatchEvent(new Event('pagehide')))
    expect(status()).toBe('Waiting for Firefly')
  })

  it('calls onQr on Show QR code', async () => {
    const onQr = vi.fn()
    const { press } = await render({ onQr })
    await press('Open Firefly')
    await pass(openingDelay)
    await press('Show QR code')
    expect(onQr).toHaveBeenCalledOnce()
  })

  it('does not follow a code that expired while the page was suspended', async () => {
    const { press } = await render()
    now = code.expiresAt
    await press('Open Firefly')
    expect(followed).toEqual([])
    expect(status()).toBe('Continue in Firefly')
  })

  it('listens to window events only from a tap until it unmounts', async () => {
    const add = vi.spyOn(window, 'addEventListener')
    const remove = vi.spyOn(window, 'removeEventListener')
    const count = (spy: typeof add | typeof remove): number =>
      spy.mock.calls.filter(([type]) => type === 'blur' || type === 'pagehide').length
    const { press } = await render()
    expect(count(add)).toBe(0)
    await press('Open Firefly')
    expect(count(add)).toBeGreaterThan(0)
    view?.unmount()
    view = undefined
    expect(count(remove)).toBe(count(add))
    expect(timers).toEqual([])
  })
})

describe('MobilePanel by platform', () => {
  it('in an in-app browser, opens the universal link in a new window', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(instagram)
    await render()
    expect(links().map((link) => [link.getAttribute('href'), link.target])).toEqual([
      [`https://firefly.example/wc?uri=${encoded}`, '_blank'],
    ])
  })

  it('in Telegram, opens web links through its bridge, and custom schemes directly', async () => {
    const openLink = vi.fn()
    vi.stubGlobal('Telegram', { WebApp: { initData: 'user=1', openLink } })
    const { press } = await render()
    await press('Open Firefly')
    expect(openLink).toHaveBeenCalledWith(`https://firefly.example/wc?uri=${encoded}`)
    expect(followed).toEqual([])
    await pass(openingDelay)
    await press('Open Firefly')
    // the bridge does not open custom schemes
    expect(openLink).toHaveBeenCalledOnce()
    expect(followed).toEqual([{ href: `firefly://wc?uri=${encoded}`, target: '_blank' }])
  })

  it('on Android without a selected wallet, follows the pairing URI, so that the user can choose an app', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(pixel)
    const { press } = await render({ wallet: undefined })
    expect(status()).toBe('Choose a wallet app')
    await press('Choose a wallet app')
    expect(followed).toEqual([{ href: code.uri, target: '_self' }])
  })
})

describe('a wallet with unsafe links', () => {
  it.each([
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    'data:text/html,x',
    'intent://x',
    '//host',
    'https:host',
  ])('has no link for %s; only the pairing link can be copied', async (link) => {
    const { names } = await render({ wallet: { ...wallet, mobile_link: link, link_mode: link } })
    expect(links()).toEqual([])
    expect(status()).toBe('Connect with a link')
    expect(names()).toEqual(['Copy link'])
  })
})
