// @vitest-environment happy-dom
import { connect } from '@latchkey/core/controllers/connection'
import { setActiveNamespace, switchNetwork } from '@latchkey/core/controllers/network'
import { getRoute, open } from '@latchkey/core/internal'
import { RateLimitedError, ServerError } from '@latchkey/core/plugin'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeSiwx, type FakeSiwx, setSigner } from '../../testing/createFakeSiwx.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { SIWXSignMessageView } from './SIWXSignMessageView.js'
import { slowAfter } from './useSignInFlow.js'

let world: FakeWorld
let view: RenderedView | undefined
let clock: FakeClock
let fake: FakeSiwx

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  clock = createFakeClock()
  fake = createFakeSiwx()
  world = createFakeWorld({
    siwx: fake.siwx,
    metadata: { name: 'Acme', icons: ['data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'] },
    env: { now: clock.now, setTimeout: clock.setTimeout, storage: () => null },
  })
  setSigner(world.wallets.eip155, async () => '0xsigned')
})

afterEach(() => {
  view?.unmount()
  view = undefined
  world.modal.destroy()
  vi.restoreAllMocks()
})

const viewOf = (): string | undefined => {
  const state = world.modal.getState()
  return state.modal.open ? getRoute(state).view : undefined
}

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

/** Connects Firefly and shows the sign-in request. */
async function ask(): Promise<RenderedView> {
  await connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id })
  await vi.waitFor(() => expect(viewOf()).toBe('SIWXSignMessage'))
  view = await renderView(world.modal, <SIWXSignMessageView />)
  return view
}

const statusOf = ({ element }: RenderedView): string =>
  [...element.querySelectorAll('[role=status] :is(h3, p)')].map(({ textContent }) => textContent).join(' | ')

describe('the sign-in request', () => {
  it('shows the app, the account and the host of the page', async () => {
    const shown = await ask()
    expect(statusOf(shown)).toBe("Verify it's you | Sign a free message to prove to Acme that you own eip155…-eoa.")
    expect(shown.element.querySelector('.note b')?.textContent).toBe(location.host)
    expect(shown.element.querySelectorAll('.ring .tile')).toHaveLength(2)
    expect(shown.names()).toEqual(['Sign', 'Cancel'])
  })

  it('shows the host instead of the app’s name if it has none', async () => {
    world.modal.destroy()
    world = createFakeWorld({ siwx: fake.siwx })
    expect(statusOf(await ask())).toContain(`prove to ${location.host} that you own`)
  })

  it('shows the host reported by the browser, and markup in the app’s metadata as plain text [I33]', async () => {
    world.modal.destroy()
    const name = `<img src=x onerror="alert(1)">${'x'.repeat(10_000)}`
    world = createFakeWorld({
      siwx: fake.siwx,
      metadata: { name, description: '<b>bank</b>', url: 'https://bank.example', icons: ['javascript:alert(1)'] },
    })
    const shown = await ask()
    expect(shown.element.querySelector('.note b')?.textContent).toBe(location.host)
    expect(shown.element.textContent).not.toContain('bank.example')
    expect(statusOf(shown)).toContain(`prove to ${name} that`)
    expect(shown.element.querySelectorAll('img, [onerror], [src^="javascript:"]')).toHaveLength(0)
  })

  it('explains the effect of Cancel only if sign-in is required', async () => {
    const shown = await ask()
    expect(shown.element.textContent).not.toContain('Firefly may be disconnected')
    fake.isRequired = true
    shown.unmount()
    view = await renderView(world.modal, <SIWXSignMessageView />)
    expect(view.element.textContent).toContain('If you cancel, Firefly may be disconnected.')
  })

  it('[S1.3] keeps the focus while waiting for the wallet, and closes when signed', async () => {
    let sign: (signature: string) => void = () => undefined
    setSigner(world.wallets.eip155, () => new Promise((resolve) => (sign = resolve)))
    const shown = await ask()
    const button = shown.element.querySelector<HTMLButtonElement>('[data-kind=primary]')
    button?.focus()
    await shown.press('Sign')
    await settled(() => expect(statusOf(shown)).toContain('Open Firefly to sign'))
    expect([button?.getAttribute('aria-disabled'), button?.disabled, button?.textContent]).toEqual([
      'true',
      false,
      'Waiting…',
    ])
    expect(shown.element.contains(document.activeElement)).toBe(true)
    await shown.press('Waiting')
    await act(async () => sign('0xsigned'))
    await settled(() => expect(viewOf()).toBeUndefined())
    expect(world.modal.getState().siwx.status).toBe('signedIn')
    expect(fake.sessions).toEqual([
      expect.objectContaining({
        data: expect.objectContaining({ accountAddress: 'eip155-Firefly-eoa', chainId: 'eip155:1' }),
        signature: '0xsigned',
      }),
    ])
  })

  it('shows a hint if the wallet does not respond for a while', async () => {
    setSigner(world.wallets.eip155, () => new Promise(() => {}))
    const shown = await ask()
    await shown.press('Sign')
    await settled(() => expect(statusOf(shown)).toContain('This page will continue automatically.'))
    await clock.advance(slowAfter)
    expect(statusOf(shown)).toContain("Don't see a request? Unlock Firefly and look again.")
  })

  it('checks for an existing session first if the account changes', async () => {
    const shown = await ask()
    const { getSessions } = fake.siwx
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    fake.siwx.getSessions = async (...request) => {
      await asked
      return getSessions(...request)
    }
    await act(async () => {
      await connect(world.modal, { connectorId: world.wallets.rainbow.connector.meta.id })
    })
    await settled(() => expect(statusOf(shown)).toContain("Checking whether you're already signed in."))
    answer()
    await settled(() => expect(statusOf(shown)).toContain('own eip155…-eoa'))
    expect(shown.element.textContent).not.toContain('Looking')
  })
})

describe('sign-in errors', () => {
  it.each<[string, unknown, string]>([
    ['declined', { code: 4001 }, 'Error signing message | Signature declined. You can try again.'],
    ['busy', { code: -32002 }, 'Error signing message | Finish the open request in your wallet, then try again.'],
    ['broken', new Error('broken'), 'Error signing message | You can try again.'],
  ])('[S8.15] of a wallet (%s) are shown, and signing can be retried', async (_, fault, words) => {
    setSigner(world.wallets.eip155, async () => {
      throw fault
    })
    const shown = await ask()
    await shown.press('Sign')
    await settled(() => expect(statusOf(shown)).toBe(words))
    expect(shown.names()).toEqual(['Try again', 'Cancel'])
    setSigner(world.wallets.eip155, async () => '0xsigned')
    await shown.press('Try again')
    await settled(() => expect(world.modal.getState().siwx.status).toBe('signedIn'))
  })

  it.each<[string, Error, string]>([
    ['is down', new ServerError(), "The app's server isn't responding. Try again. You won't need to sign again."],
    ['is busy', new RateLimitedError(), 'Too many attempts. Wait a moment, then try again.'],
    ['refuses', new Error('no'), "This app couldn't complete the sign-in. Try again."],
  ])('of a server that %s are shown', async (_, fault, words) => {
    fake.fault = fault
    const shown = await ask()
    await shown.press('Sign')
    await settled(() => expect(statusOf(shown)).toContain('Error signing message'))
    expect(statusOf(shown)).toContain(words)
  })

  it('state that the user is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fake.fault = new TypeError('Failed to fetch')
    const shown = await ask()
    await shown.press('Sign')
    await settled(() => expect(statusOf(shown)).toContain("You're offline. Try again when you're back online."))
  })
})

describe('cancelling', () => {
  it('closes and stays connected if sign-in is not required', async () => {
    const { press } = await ask()
    await press('Cancel')
    expect(viewOf()).toBeUndefined()
    expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('connected')
  })

  it('disconnects if sign-in is required, even while a signature is pending', async () => {
    fake.isRequired = true
    setSigner(world.wallets.eip155, () => new Promise(() => {}))
    const { press } = await ask()
    await press('Sign')
    await press('Cancel')
    await settled(() => expect(viewOf()).toBeUndefined())
    expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  })

  it('asks the wallet to switch back to the network with a session, and offers to disconnect meanwhile', async () => {
    fake.isRequired = true
    let isGoing = true
    Object.assign(world.wallets.eip155.connector.features, {
      'network:switch': () => (isGoing ? Promise.resolve() : new Promise(() => {})),
    })
    const shown = await ask()
    await shown.press('Sign')
    await settled(() => expect(viewOf()).toBeUndefined())
    await act(async () => switchNetwork(world.modal, { network: 'eip155:10' }))
    await settled(() => expect(viewOf()).toBe('SIWXSignMessage'))
    isGoing = false
    await shown.press('Cancel')
    await settled(() => expect(statusOf(shown)).toContain('Open Firefly to go back'))
    await shown.press('Disconnect')
    await settled(() => expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('disconnected'))
  })
})

describe('without a pending sign-in', () => {
  it('shows that there is no wallet to sign in with, and closes', async () => {
    open(world.modal, { view: 'SIWXSignMessage' })
    view = await renderView(world.modal, <SIWXSignMessageView />)
    expect(statusOf(view)).toContain('No wallet to sign in with')
    expect(view.names()).toEqual(['Close'])
    await view.press('Close')
    expect(viewOf()).toBeUndefined()
  })

  it('shows that the user is signed in if the app opens the view again', async () => {
    const shown = await ask()
    await shown.press('Sign')
    await settled(() => expect(viewOf()).toBeUndefined())
    setActiveNamespace(world.modal, 'eip155')
    act(() => open(world.modal, { view: 'SIWXSignMessage' }))
    expect([statusOf(shown).split(' | ')[0], shown.names()]).toEqual(["You're signed in", ['Close']])
  })
})
