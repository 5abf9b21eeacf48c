// @vitest-environment happy-dom
import { internals, type Social } from '@latchkey/core'
import { updateFeatures } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld, type FakeWorldOptions } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectView } from './ConnectView.js'

const telegram = (system: string): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Telegram`

let world: FakeWorld
let view: RenderedView

// the first load takes longer than a test waits
beforeAll(() => import('../login/index.js'))

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

afterEach(() => {
  view.unmount()
  world.modal.destroy()
  vi.restoreAllMocks()
})

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const render = async (
  options: FakeWorldOptions = {},
  namespace?: 'solana' | 'bip122',
  prepare = (): void => undefined,
): Promise<void> => {
  world = createFakeWorld({ isEmbedded: true, ...options })
  open(world.modal)
  for (const connector of world.modal[internals].connectors.values())
    if (connector.meta.type === 'AUTH') Object.assign(connector, { prepare })
  view = await renderView(world.modal, <ConnectView params={namespace && { namespace }} />)
  await settled(() => expect(view.element.querySelector('.bone')).toBeNull())
}

const parts = (): readonly string[] =>
  [...(view.element.querySelector('.body')?.children ?? [])].map((part) =>
    part.querySelector('form') ? 'email' : part.matches('.list') ? 'wallet' : (part.className.split(' ')[0] ?? ''),
  )

const socials = (): readonly string[] =>
  view
    .names()
    .filter((name) => name.startsWith('Continue with ') || name.startsWith('More'))
    .filter((name) => name !== 'Continue with email')

const shown = (): string => getRoute(world.modal.getState()).view

describe('social logins among the connection methods', () => {
  it('[S2.19] are shown as one full button, four icon buttons and a link to the others', async () => {
    await render()
    expect(socials()).toEqual([
      'Continue with Google',
      'Continue with X',
      'Continue with Farcaster',
      'Continue with Discord',
      'Continue with Apple',
      'More login options',
    ])
    expect(view.element.querySelectorAll('.socials > .btn')).toHaveLength(1)
    await view.press('More login options')
    expect(getRoute(world.modal.getState())).toEqual({ view: 'ConnectSocials', params: undefined })
  })

  it('update when the app changes the method order or the providers, and are hidden while pay is on', async () => {
    await render()
    expect(parts().filter((name) => name !== 'or')).toEqual(['email', 'socials', 'wallet'])
    const change = (features: Parameters<typeof updateFeatures>[1]): Promise<void> =>
      act(async () => updateFeatures(world.modal, features))
    await change({ connectMethodsOrder: ['wallet', 'social', 'email'] })
    await settled(() => expect(parts().filter((name) => name !== 'or')).toEqual(['wallet', 'socials', 'email']))
    await change({ socials: ['github', 'apple'] })
    await settled(() => expect(socials()).toEqual(['Continue with GitHub', 'Continue with Apple']))
    await change({ pay: true })
    await settled(() => expect(parts()).toEqual(['wallet']))
    await change({ pay: false, email: false })
    await settled(() => expect(parts().filter((name) => name !== 'or')).toEqual(['wallet', 'socials']))
  })

  it('end with the guest login, even if it is the only one, and keep their order after a guest login', async () => {
    await render({ features: { guest: true } })
    expect(parts()).toEqual(['email', 'socials', 'btn', 'or', 'wallet'])
    await act(async () => world.modal[internals].store.setState((state) => ({ ...state, lastLogin: 'guest' })))
    expect(parts()).toEqual(['email', 'socials', 'btn', 'or', 'wallet'])
    await act(async () => updateFeatures(world.modal, { email: false, socials: false }))
    expect(parts()).toEqual(['btn', 'or', 'wallet'])
    expect(view.names()).toContain('Continue as guest')
  })

  it('keep the focus on the guest button while it is pending, and request a guest login only once', async () => {
    await render({ features: { guest: true } })
    const button = view.focus('Continue as guest')
    await view.press('Continue as guest')
    await settled(() => expect(world.login.calls.map(({ step }) => step)).toEqual(['guest']))
    expect([button.matches(':disabled'), button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    act(() => button.click())
    expect(world.login.calls).toHaveLength(1)
    expect(document.activeElement).toBe(button)
  })

  it('pass the requested namespace to the view of the other logins', async () => {
    await render({}, 'solana')
    await view.press('More login options')
    expect(getRoute(world.modal.getState()).params).toEqual({ namespace: 'solana' })
  })

  it.each([
    [undefined, ['email', 'socials', 'or', 'wallet']],
    [
      ['wallet', 'social', 'email'],
      ['wallet', 'or', 'socials', 'email'],
    ],
    [
      ['social', 'wallet', 'email'],
      ['socials', 'or', 'wallet', 'or', 'email'],
    ],
    [['social'], ['socials', 'email', 'or', 'wallet']],
  ] as const)('[S2.16] are placed by connectMethodsOrder: %s', async (connectMethodsOrder, expected) => {
    await render(connectMethodsOrder ? { features: { connectMethodsOrder } } : {})
    expect(parts()).toEqual(expected)
  })

  it.each<[string, FakeWorldOptions, ('solana' | 'bip122')?]>([
    ['there is no embedded wallet', { isEmbedded: false }],
    ['they are turned off', { features: { socials: false } }],
    ['the app configures none', { features: { socials: [] } }],
    ['the embedded wallet does not support the namespace', {}, 'bip122'],
  ])('are not shown if %s', async (_, options, namespace) => {
    await render({ ...options, features: { email: false, ...options.features } }, namespace)
    expect(parts()).toEqual(['wallet'])
  })

  it('[S5.3] are those that the app configures, in its order, and update with its features', async () => {
    await render({ features: { socials: ['github', 'google'] } })
    expect(socials()).toEqual(['Continue with GitHub', 'Continue with Google'])
    await act(async () => updateFeatures(world.modal, { socials: ['discord'] }))
    expect(socials()).toEqual(['Continue with Discord'])
    await act(async () => updateFeatures(world.modal, { socials: false }))
    expect(parts()).toEqual(['email', 'or', 'wallet'])
  })

  it.each<[string, string, readonly Social[]]>([
    ['iOS', 'iPhone; CPU iPhone OS 18_5 like Mac OS X', ['google']],
    ['Android', 'Linux; Android 15', ['facebook', 'x']],
  ])('[S5.4] omit the providers that do not work in Telegram’s in-app browser on %s', async (_, system, missing) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(telegram(system))
    await render({ features: { socials: ['google', 'x', 'facebook', 'github'] } })
    const names = { google: 'Google', x: 'X', facebook: 'Facebook' } as const
    const gone = missing.map((social) => `Continue with ${names[social as keyof typeof names]}`)
    expect(socials()).toHaveLength(4 - missing.length)
    for (const name of gone) expect(socials()).not.toContain(name)
  })

  it('are shown alone if the app offers nothing else', async () => {
    await render({ enableWallets: false, features: { email: false } })
    expect(parts()).toEqual(['socials'])
  })

  it('start the login synchronously within the click, and open the waiting view', async () => {
    await render()
    const button = [...view.element.querySelectorAll('button')].find((item) => item.textContent?.includes('Google'))
    act(() => {
      button?.click()
      // still within the click: the browser allows a pop-up
      expect(world.login.calls.map(({ step, text }) => [step, text])).toEqual([['social', 'google']])
    })
    expect(getRoute(world.modal.getState())).toEqual({ view: 'ConnectingSocial', params: { provider: 'google' } })
  })

  it('prepare the login when the pointer enters, even if it comes directly from an element of the page', async () => {
    const prepare = vi.fn()
    await render({}, undefined, prepare)
    expect(prepare).not.toHaveBeenCalled()
    const page = await renderView(world.modal, <button type="button">Connect</button>)
    const button = [...view.element.querySelectorAll('button')].find((item) => item.textContent?.includes('Google'))
    // WebKit reports this on the next move if the modal opens under a pointer at rest
    const relatedTarget = page.element.querySelector('button')
    act(() => void button?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, relatedTarget })))
    expect(prepare).toHaveBeenCalled()
    page.unmount()
  })

  it('prepare the login at once on a device with any touch input', async () => {
    const prepare = vi.fn()
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => ({ media, matches: media === '(any-pointer: coarse)' }) as MediaQueryList,
    )
    await render({}, undefined, prepare)
    expect(prepare).toHaveBeenCalled()
  })

  it('start a Farcaster login in its own view', async () => {
    await render()
    await view.press('Continue with Farcaster')
    expect([shown(), world.login.calls.map(({ step }) => step)]).toEqual(['ConnectingFarcaster', ['farcasterStart']])
  })

  it('connect only the requested namespace', async () => {
    await render({}, 'solana')
    await view.press('Continue with X')
    await act(async () => world.login.answer('social'))
    await settled(() => expect(world.modal.getState().namespaces.solana?.connection.status).toBe('connected'))
    expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  })
})
