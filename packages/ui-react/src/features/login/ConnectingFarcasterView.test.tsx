// @vitest-environment happy-dom
import { startFarcaster } from '@latchkey/core/controllers/login'
import { getRoute, open } from '@latchkey/core/internal'
import { FarcasterFailedError, FrameLoadFailedError } from '@latchkey/core/plugin'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { ConnectingFarcasterView } from './ConnectingFarcasterView.js'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

const url = 'https://farcaster.xyz/~/siwf?channelToken=6a7b8c9d'

let world: FakeWorld
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld({ isEmbedded: true })
  open(world.modal)
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
  vi.restoreAllMocks()
})

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const steps = (): readonly string[] => world.login.calls.map(({ step }) => step)

const text = (): string => view.element.textContent ?? ''

const render = async (): Promise<void> => {
  view = await renderView(world.modal, <ConnectingFarcasterView />)
  await settled(() => expect(steps()).toEqual(['farcasterStart']))
}

const answer = async (link = url): Promise<void> => {
  await act(async () => world.login.answer('farcasterStart', { url: link }))
  await settled(() => expect(steps()).toEqual(['farcasterStart', 'farcasterWait']))
}

describe('ConnectingFarcasterView', () => {
  it('[S2.2] starts a login when the view is opened, and continues one that is already running', async () => {
    open(world.modal, { view: 'ConnectingFarcaster' })
    await render()
    world.login.fail('farcasterStart', new Error('over'))
    view.unmount()
    world.modal.destroy()
    world = createFakeWorld({ isEmbedded: true })
    open(world.modal)
    void startFarcaster(world.modal, { namespace: 'solana' })
    await render()
    expect(world.modal.getState().farcaster).toMatchObject({ step: 'starting', namespace: 'solana' })
  })

  it('shows a QR code while waiting, and copies its link', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    void startFarcaster(world.modal)
    await render()
    expect([text(), view.names()]).toEqual([expect.stringContaining('Preparing link…'), []])
    expect(view.element.querySelector('[role=img]')?.getAttribute('aria-busy')).toBe('true')
    await answer()
    await settled(() => expect(view.element.querySelector('.qr path')).not.toBeNull())
    const code = view.element.querySelector('[role=img]')
    expect([code?.getAttribute('aria-label'), view.element.querySelector('[role=status]')?.textContent]).toEqual([
      'QR code to log in with Farcaster',
      'Scan with your phone to open Farcaster',
    ])
    await view.press('Copy link')
    expect(writeText).toHaveBeenCalledWith(url)
    await settled(() => expect(world.modal.getState().toast).toMatchObject({ message: { text: 'Link copied' } }))
  })

  it('links to the Farcaster app on a phone instead of showing a QR code', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(phone)
    void startFarcaster(world.modal)
    await render()
    expect([text(), view.names()]).toEqual([expect.stringContaining('Preparing link…'), ['Cancel']])
    await answer()
    const link = view.element.querySelector('a')
    expect([link?.getAttribute('href'), link?.rel, view.names()]).toEqual([
      url,
      'noopener noreferrer',
      ['Open Farcaster', 'Copy link', 'Cancel'],
    ])
    expect(view.element.querySelector('.qr')).toBeNull()
  })

  it('connects both namespaces once the user has approved, and closes', async () => {
    void startFarcaster(world.modal)
    await render()
    await answer()
    await act(async () => world.login.answer('farcasterWait'))
    await settled(() => expect(world.modal.getState().modal.open).toBe(false))
    const { eip155, solana } = world.modal.getState().namespaces
    expect([eip155?.connection.status, solana?.connection.status, steps()]).toEqual([
      'connected',
      'connected',
      // no new login started while the modal faded out
      ['farcasterStart', 'farcasterWait'],
    ])
    expect(text()).toContain('Opening your wallet…')
  })

  it.each([
    [new FarcasterFailedError(), 'Failed to connect to farcaster', 'You can try again.'],
    [
      new FarcasterFailedError({ details: 'No answer' }),
      'Failed to connect to farcaster',
      'Farcaster sign-in failed: No answer',
    ],
    [new FrameLoadFailedError(), "Couldn't load the login", 'Check your connection'],
  ])('[S8.7] shows the error, and restarts the login on Try again: %s', async (fault, title, help) => {
    void startFarcaster(world.modal)
    await render()
    await act(async () => world.login.fail('farcasterStart', fault))
    await settled(() => expect(text()).toContain(title))
    expect([text(), view.names()]).toEqual([expect.stringContaining(help), ['Try again', 'Cancel']])
    await view.press('Try again')
    await settled(() => expect(steps()).toEqual(['farcasterStart', 'farcasterStart']))
    expect(text()).toContain('Preparing link…')
  })

  it.each(['javascript:alert(1)', 'http://elsewhere.example/'])(
    'shows an error instead of the unsafe link %s',
    async (link) => {
      void startFarcaster(world.modal)
      await render()
      await act(async () => world.login.answer('farcasterStart', { url: link }))
      await settled(() => expect(text()).toContain('Failed to connect to farcaster'))
      expect(view.element.querySelector('a')).toBeNull()
    },
  )

  it('[S8.9] shows an error if there is no embedded wallet, and goes back on Cancel', async () => {
    world.modal.destroy()
    world = createFakeWorld()
    open(world.modal)
    open(world.modal, { view: 'ConnectingFarcaster' })
    view = await renderView(world.modal, <ConnectingFarcasterView />)
    await settled(() => expect(text()).toContain('No auth connector found'))
    await view.press('Cancel')
    expect(getRoute(world.modal.getState()).view).toBe('Connect')
  })
})
