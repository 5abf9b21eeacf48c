// @vitest-environment happy-dom
import type { SocialProvider } from '@latchkey/core'
import { startSocialLogin } from '@latchkey/core/controllers/login'
import { push } from '@latchkey/core/controllers/shell'
import { getRoute, open } from '@latchkey/core/internal'
import {
  ForeignResultError,
  FrameFailedError,
  FrameLoadFailedError,
  PopupBlockedError,
  PopupClosedError,
  SocialFailedError,
} from '@latchkey/core/plugin'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectingSocialView } from './ConnectingSocialView.js'

let world: FakeWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld({ isEmbedded: true })
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const render = async (provider: SocialProvider = 'google'): Promise<void> => {
  view = await renderView(world.modal, <ConnectingSocialView params={{ provider }} />)
}

/** Starts from the connect view, as most users do. */
const begin = async (provider: SocialProvider = 'google'): Promise<void> => {
  open(world.modal)
  void startSocialLogin(world.modal, { provider })
  await render(provider)
}

const told = (): readonly (string | null)[] =>
  [...view.element.querySelectorAll('[role=status] :is(h3, p)')].map(({ textContent }) => textContent)

const asked = (): number => world.login.calls.filter(({ step }) => step === 'social').length

const shown = (): string => getRoute(world.modal.getState()).view

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

describe('ConnectingSocialView during a login', () => {
  it('[S4.10] shows that a pop-up is open, and can bring it to the front', async () => {
    await begin()
    expect(told()).toEqual(['Continue in the pop-up', 'Log in to Google there. This page will continue automatically.'])
    await view.press('Show pop-up')
    expect([world.login.reopenings(), asked()]).toEqual([1, 1])
  })

  it('[S4.11] shows that the result is being checked, and closes when the wallet is connected', async () => {
    await begin('discord')
    await act(async () => world.login.step('retrieving'))
    expect(told()).toEqual(['Checking your login…', 'Discord has confirmed your login. This takes a moment.'])
    expect(view.names()).toEqual(['Cancel'])
    await act(async () => world.login.answer('social'))
    await settled(() => expect(world.modal.getState().modal.open).toBe(false))
    const { eip155, solana } = world.modal.getState().namespaces
    expect([eip155?.connection.status, solana?.connection.status]).toEqual(['connected', 'connected'])
    // it fades out unchanged
    expect(told()[0]).toBe('Opening your wallet…')
  })

  it.each([
    [
      '[S4.12] [S8.6]',
      new PopupClosedError(),
      'Popup closed',
      'The pop-up was closed before you finished',
      'Try again',
    ],
    ['[F20]', new PopupBlockedError(), 'Your browser blocked the pop-up', 'Open it with the button', 'Open pop-up'],
    [
      '[S8.8]',
      new SocialFailedError(),
      'Failed to initiate social connection',
      'Google sign-in canceled.',
      'Try again',
    ],
    [
      '[S8.8]',
      new SocialFailedError({ details: 'access_denied' }),
      'Failed to initiate social connection',
      'Google sign-in canceled. You can try again.',
      'Try again',
    ],
    [
      '[S8.8]',
      new SocialFailedError({ details: 'user_cancelled_authorize' }),
      'Failed to initiate social connection',
      'Google sign-in canceled. You can try again.',
      'Try again',
    ],
    ['', new ForeignResultError(), 'Unexpected response', 'The response came from another site', 'Try again'],
    ['', new FrameLoadFailedError(), "Couldn't load the login", 'Check your connection', 'Try again'],
    ['[S8.34]', new FrameFailedError(), 'An error occurred', 'You can try again.', 'Try again'],
    ['[S8.34]', new FrameFailedError({ message: 'Not today' }), 'Not today', 'You can try again.', 'Try again'],
    ['', new Error('broken'), 'Failed to connect', 'You can try again.', 'Try again'],
  ])('%s shows the error, and opens the pop-up again on click: %s', async (_, fault, title, help, again) => {
    await begin()
    await act(async () => world.login.fail('social', fault))
    await settled(() => expect(told()[0]).toBe(title))
    expect([told()[1], view.names()]).toEqual([expect.stringContaining(help), [again, 'Cancel']])
    await view.press(again)
    expect([asked(), told()[0]]).toEqual([2, 'Continue in the pop-up'])
    // the clicked button is gone, but the focus is not lost
    expect(document.activeElement?.textContent).toBe('Continue in the pop-up')
  })

  it('goes back and ends the login on Cancel', async () => {
    await begin()
    await view.press('Cancel')
    await settled(() => expect(world.modal.getState().socialLogin?.step).toBe('idle'))
    expect(shown()).toBe('Connect')
  })
})

describe('ConnectingSocialView opened on its own', () => {
  it('[S4.6] waits for a click, because only a click can open a pop-up', async () => {
    open(world.modal, { view: 'ConnectingSocial', arguments: { provider: 'x' } })
    await render('x')
    expect([told()[0], asked(), view.element.querySelector('.status')?.getAttribute('data-kind')]).toEqual([
      'Continue with X',
      0,
      'ready',
    ])
    await view.press('Open pop-up')
    expect([asked(), world.login.calls[0]?.text, told()[0]]).toEqual([1, 'x', 'Continue in the pop-up'])
  })

  it('[S8.9] shows an error if there is no embedded wallet', async () => {
    world.modal.destroy()
    world = createFakeWorld()
    open(world.modal, { view: 'ConnectingSocial', arguments: { provider: 'x' } })
    await render('x')
    await view.press('Open pop-up')
    await settled(() =>
      expect(world.modal.getState().toast).toMatchObject({
        variant: 'error',
        message: { text: 'No auth connector found' },
      }),
    )
  })

  it('does not show a login that is running with another provider', async () => {
    await begin('google')
    await act(async () => push(world.modal, { view: 'ConnectingSocial', params: { provider: 'github' } }))
    view.unmount()
    await render('github')
    expect(told()[0]).toBe('Continue with GitHub')
  })
})
