// @vitest-environment happy-dom
import type { PairingCode } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import { RelayUnreachableError, RpcError } from '@latchkey/core/plugin'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectingWalletConnectView } from './ConnectingWalletConnectView.js'

const lifetime = 240_000

let world: FakeWorld
let clock: FakeClock
let view: RenderedView | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  clock = createFakeClock()
  const env = { storage: () => null, now: clock.now, setTimeout: clock.setTimeout }
  world = createFakeWorld({ isPairing: true, env })
  open(world.modal)
})

afterEach(() => {
  view?.unmount()
  view = undefined
  world.modal.destroy()
})

const render = async (params?: { readonly walletId: string }): Promise<RenderedView> => {
  open(world.modal, { view: 'ConnectingWalletConnect', arguments: params })
  view = await renderView(world.modal, <ConnectingWalletConnectView params={params} />)
  return view
}

const toUri = (topic: string): string => `wc:${topic}@2?relay-protocol=irn&symKey=${'ab'.repeat(32)}`

const show = (topic: string): Promise<PairingCode> =>
  act(async () => {
    const code = { uri: toUri(topic), expiresAt: clock.now() + lifetime }
    world.pairing.show(code)
    return code
  })

const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, 10_000)

const drawing = (): string | null | undefined => view?.element.querySelector('.qr path')?.getAttribute('d')

const announced = (): string =>
  [...(view?.element.querySelectorAll('[role=status]') ?? [])].map(({ textContent }) => textContent).join()

const isDisabled = (name: string): boolean | undefined =>
  [...(view?.element.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent?.includes(name))?.disabled

it('starts no pairing if another view was opened before it rendered', async () => {
  open(world.modal, { view: 'ConnectingWalletConnect' })
  open(world.modal, { view: 'GetWallet' })
  view = await renderView(world.modal, <ConnectingWalletConnectView params={undefined} />)
  expect(world.pairing.requests).toEqual([])
  expect(getRoute(world.modal.getState()).view).toBe('GetWallet')
})

describe('the QR code', () => {
  it('is requested once, and drawn when it is available', async () => {
    await render()
    expect(world.pairing.requests).toHaveLength(1)
    expect(view?.element.querySelector('.qr')?.getAttribute('aria-busy')).toBe('true')
    expect(isDisabled('Copy link')).toBe(true)
    await show('a')
    await settled(() => expect(drawing()).toMatch(/^M/))
    const code = view?.element.querySelector('[role=img]')
    expect(code?.getAttribute('aria-label')).toBe('QR code to connect a wallet')
    expect(isDisabled('Copy link')).toBe(false)
  })

  it('shows its remaining time, and makes an announcement only when it is refreshed', async () => {
    await render()
    await show('a')
    expect(view?.element.textContent).toContain('refreshes in 4:00')
    await clock.advance(61_000)
    expect(view?.element.textContent).toContain('refreshes in 2:59')
    expect(announced()).toBe('')
    await settled(() => expect(drawing()).toMatch(/^M/))
    const before = drawing()
    await show('b')
    await settled(() => expect(drawing()).not.toBe(before))
    expect(announced()).toContain('QR code refreshed.')
    expect(view?.element.textContent).toContain('refreshes in 4:00')
  })

  it('has a link that is copied in its current version', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
    const { press } = await render()
    await show('a')
    await press('Copy link')
    await settled(() => expect(world.modal.getState().toast?.message).toEqual({ text: 'Link copied' }))
    await show('b')
    await press('Copy link')
    expect(copied).toEqual([toUri('a'), toUri('b')])
  })

  it('shows its link in a selected field if the clipboard is not available', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const { press, element } = await render()
    await show('a')
    await press('Copy link')
    const field = element.querySelector<HTMLInputElement>('input')
    expect([field?.value, field?.readOnly, document.activeElement === field]).toEqual([toUri('a'), true, true])
    await show('b')
    expect(element.querySelector('input')?.value).toBe(toUri('b'))
  })
})

describe('the pairing', () => {
  it('connects the namespaces that the wallet approved, and closes', async () => {
    await render()
    await show('a')
    await act(async () => world.pairing.agree(['eip155', 'solana']))
    await settled(() => expect(world.modal.getState().modal.open).toBe(false))
    const { namespaces } = world.modal.getState()
    expect([namespaces.eip155?.connection.status, namespaces.solana?.connection.status]).toEqual([
      'connected',
      'connected',
    ])
    expect(namespaces.bip122?.connection.status).toBe('disconnected')
  })

  it('[S9.14] shows that it was declined, and can be retried after one second', async () => {
    const { press } = await render()
    await show('a')
    await act(async () => world.pairing.fail(new RpcError(4001, 'USER_REJECTED')))
    await settled(() => expect(announced()).toContain('Connection rejected'))
    expect(isDisabled('Try again')).toBe(true)
    await clock.advance(999)
    expect(isDisabled('Try again')).toBe(true)
    await clock.advance(1)
    await press('Try again')
    expect(world.pairing.requests).toHaveLength(2)
    await show('b')
    await settled(() => expect(drawing()).toMatch(/^M/))
  })

  it.each([
    [true, 'A firewall or browser extension may be blocking it'],
    [false, "You're offline"],
  ])('distinguishes a blocked relay from a missing network: online %s', async (isOnline, text) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    await render()
    await act(async () => world.pairing.fail(new RelayUnreachableError()))
    await settled(() => expect(announced()).toContain(text))
  })

  it('continues automatically when the network is back', async () => {
    await render()
    await act(async () => world.pairing.fail(new RelayUnreachableError()))
    await settled(() => expect(announced()).toContain("Can't reach the connection server"))
    await act(async () => window.dispatchEvent(new Event('online')))
    await clock.advance(1_000)
    expect(world.pairing.requests).toHaveLength(2)
  })

  it('[S8.47] shows an error if the app has no WalletConnect connector', async () => {
    world.modal.destroy()
    world = createFakeWorld()
    const { element } = await render()
    await settled(() => expect(element.textContent).toContain("WalletConnect isn't available"))
    expect(world.modal.getState().ask?.error?.message).toBe('WalletConnectConnector not found')
  })

  it('is aborted when the view is left', async () => {
    await render()
    await show('a')
    await act(async () => goBack(world.modal))
    expect(world.pairing.requests[0]?.signal.aborted).toBe(true)
    expect(world.modal.getState().ask).toBeUndefined()
  })
})
