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

describe('the logins at other sites among the ways to connect', () => {
  it('[S2.19] are one with its name and four by their marks, with a way to the others', async () => {
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

  it('follow the app while they are shown: the order of methods, which logins there are, and none where it asks for payments', async () => {
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

  it('end with the way to continue as a guest, also if it is the only one, after which they keep their order', async () => {
    await render({ features: { guest: true } })
    expect(parts()).toEqual(['email', 'socials', 'btn', 'or', 'wallet'])
    await act(async () => world.modal[internals].store.setState((state) => ({ ...state, lastLogin: 'guest' })))
    expect(parts()).toEqual(['email', 'socials', 'btn', 'or', 'wallet'])
    await act(async () => updateFeatures(world.modal, { email: false, socials: false }))
    expect(parts()).toEqual(['btn', 'or', 'wallet'])
    expect(view.names()).toContain('Continue as guest')
  })

  it('keep the focus where a guest waits, and ask once', async () => {
    await render({ features: { guest: true } })
    const button = view.focus('Continue as guest')
    await view.press('Continue as guest')
    await settled(() => expect(world.login.calls.map(({ step }) => step)).toEqual(['guest']))
    expect([button.matches(':disabled'), button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    act(() => button.click())
    expect(world.login.calls).toHaveLength(1)
    expect(document.activeElement).toBe(button)
  })

  it('lead to the others on the chain family that was asked for', async () => {
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
  ] as const)('[S2.16] have their place by the order of methods: %s', async (connectMethodsOrder, expected) => {
    await render(connectMethodsOrder ? { features: { connectMethodsOrder } } : {})
    expect(parts()).toEqual(expected)
  })

  it.each<[string, FakeWorldOptions, ('solana' | 'bip122')?]>([
    ['there is no embedded wallet', { isEmbedded: false }],
    ['they are switched off', { features: { socials: false } }],
    ['the app names none', { features: { socials: [] } }],
    ['the embedded wallet is not on that chain family', {}, 'bip122'],
  ])('are not there where %s', async (_, options, namespace) => {
    await render({ ...options, features: { email: false, ...options.features } }, namespace)
    expect(parts()).toEqual(['wallet'])
  })

  it('[S5.3] are those that the app names, in its order, and follow its features', async () => {
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
  ])('[S5.4] are without those that the browser of a messaging app keeps out, on %s', async (_, system, missing) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(telegram(system))
    await render({ features: { socials: ['google', 'x', 'facebook', 'github'] } })
    const names = { google: 'Google', x: 'X', facebook: 'Facebook' } as const
    const gone = missing.map((social) => `Continue with ${names[social as keyof typeof names]}`)
    expect(socials()).toHaveLength(4 - missing.length)
    for (const name of gone) expect(socials()).not.toContain(name)
  })

  it('stand alone where the app offers nothing else', async () => {
    await render({ enableWallets: false, features: { email: false } })
    expect(parts()).toEqual(['socials'])
  })

  it('ask the wallet within the press, and show that they wait', async () => {
    await render()
    const button = [...view.element.querySelectorAll('button')].find((item) => item.textContent?.includes('Google'))
    act(() => {
      button?.click()
      // no task has gone by: the browser still lets a window open
      expect(world.login.calls.map(({ step, text }) => [step, text])).toEqual([['social', 'google']])
    })
    expect(getRoute(world.modal.getState())).toEqual({ view: 'ConnectingSocial', params: { provider: 'google' } })
  })

  it('have the code there before the press, also where the pointer comes straight from what the page has rendered', async () => {
    const prepare = vi.fn()
    await render({}, undefined, prepare)
    expect(prepare).not.toHaveBeenCalled()
    const page = await renderView(world.modal, <button type="button">Connect</button>)
    const button = [...view.element.querySelectorAll('button')].find((item) => item.textContent?.includes('Google'))
    // a browser tells it so where the modal opens under a pointer that rests: WebKit, at its next move
    const relatedTarget = page.element.querySelector('button')
    act(() => void button?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, relatedTarget })))
    expect(prepare).toHaveBeenCalled()
    page.unmount()
  })

  it('have it there at once where fingers press, beside a mouse or without', async () => {
    const prepare = vi.fn()
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => ({ media, matches: media === '(any-pointer: coarse)' }) as MediaQueryList,
    )
    await render({}, undefined, prepare)
    expect(prepare).toHaveBeenCalled()
  })

  it('begin with Farcaster in a view of its own', async () => {
    await render()
    await view.press('Continue with Farcaster')
    expect([shown(), world.login.calls.map(({ step }) => step)]).toEqual(['ConnectingFarcaster', ['farcasterStart']])
  })

  it('connect the chain family that was asked for, and no other', async () => {
    await render({}, 'solana')
    await view.press('Continue with X')
    await act(async () => world.login.answer('social'))
    await settled(() => expect(world.modal.getState().namespaces.solana?.connection.status).toBe('connected'))
    expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  })
})
