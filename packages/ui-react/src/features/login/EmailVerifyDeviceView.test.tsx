// @vitest-environment happy-dom
import { startEmailLogin } from '@latchkey/core/controllers/login'
import { getRoute, open } from '@latchkey/core/internal'
import { FrameFailedError } from '@latchkey/core/plugin'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { EmailVerifyDeviceView } from './EmailVerifyDeviceView.js'

let world: FakeWorld
let clock: FakeClock
let view: RenderedView

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  clock = createFakeClock()
  world = createFakeWorld({
    isEmbedded: true,
    env: { now: clock.now, setTimeout: clock.setTimeout, storage: () => null },
  })
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const told = (): string => view.element.querySelector('[role=alert]')?.textContent ?? ''

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const calls = (step: string): number => world.login.calls.filter((call) => call.step === step).length

const shown = (): string => getRoute(world.modal.getState()).view

/** Renders the view after a link was emailed. */
const render = async (): Promise<void> => {
  open(world.modal)
  void startEmailLogin(world.modal, { email: 'ada@example.org' })
  await vi.waitFor(() => expect(calls('login')).toBe(1))
  world.login.answer('login', 'VERIFY_DEVICE')
  await vi.waitFor(() => expect(calls('approveDevice')).toBe(1))
  view = await renderView(world.modal, <EmailVerifyDeviceView />)
}

describe('EmailVerifyDeviceView', () => {
  it('shows the address the link was sent to, and opens the code view once it is approved', async () => {
    await render()
    expect(view.element.textContent).toContain('Open the link we sent to ada@example.org, then come back.')
    expect(view.element.querySelector('.mail-intro')?.hasAttribute('data-busy')).toBe(true)
    await act(async () => world.login.answer('approveDevice'))
    await settled(() => expect(shown()).toBe('EmailVerifyOtp'))
  })

  it('[S9.1] resends the link after 30 seconds, and states that older links no longer work', async () => {
    await render()
    expect(view.names()).toEqual(['Resend in 0:30', 'Use another email'])
    await clock.advance(30_000)
    await view.press('Resend link')
    await settled(() => expect(calls('login')).toBe(2))
    await act(async () => world.login.answer('login', 'VERIFY_DEVICE'))
    await settled(() =>
      expect(view.element.querySelector('.resend [role=status]')?.textContent).toBe(
        'New link sent. Older links no longer work.',
      ),
    )
    expect(view.element.textContent).toContain('Resend in 0:30')
  })

  it('shows why a link failed, and lets the user request another', async () => {
    await render()
    await act(async () => world.login.fail('approveDevice', new FrameFailedError({ message: 'The link has expired' })))
    await settled(() => expect(told()).toBe('The link has expired'))
    expect(view.element.querySelector('.mail-intro')?.hasAttribute('data-busy')).toBe(false)
    await clock.advance(30_000)
    await view.press('Resend link')
    await settled(() => expect(calls('login')).toBe(2))
    await act(async () => world.login.answer('login', 'VERIFY_DEVICE'))
    await settled(() => expect(calls('approveDevice')).toBe(2))
    expect(told()).toBe('')
  })

  it('stops waiting if the user chooses another email', async () => {
    await render()
    await view.press('Use another email')
    expect([shown(), world.modal.getState().login?.step]).toEqual(['Connect', 'idle'])
  })
})

it('EmailVerifyDeviceView offers to start over if no login is in progress', async () => {
  open(world.modal, { view: 'EmailVerifyDevice' })
  view = await renderView(world.modal, <EmailVerifyDeviceView />)
  await view.press('Start over')
  expect(shown()).toBe('EmailLogin')
})
