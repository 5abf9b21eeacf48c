// @vitest-environment happy-dom
import { startEmailLogin } from '@latchkey/core/controllers/login'
import { getRoute, open } from '@latchkey/core/internal'
import { FrameFailedError } from '@latchkey/core/plugin'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { EmailVerifyOtpView } from './EmailVerifyOtpView.js'

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

const input = (): HTMLInputElement => view.element.querySelector('input') as HTMLInputElement

const type = (text: string): Promise<void> => typeText(input(), text)

const told = (): string => view.element.querySelector('[role=alert]')?.textContent ?? ''

const said = (): readonly (string | null)[] =>
  [...view.element.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const calls = (step: string): number => world.login.calls.filter((call) => call.step === step).length

/** Renders the view after a code was emailed. */
const render = async (): Promise<void> => {
  open(world.modal)
  void startEmailLogin(world.modal, { email: 'ada@example.org' })
  await vi.waitFor(() => expect(calls('login')).toBe(1))
  world.login.answer('login', 'VERIFY_OTP')
  await vi.waitFor(() => expect(getRoute(world.modal.getState()).view).toBe('EmailVerifyOtp'))
  view = await renderView(world.modal, <EmailVerifyOtpView />)
}

describe('EmailVerifyOtpView', () => {
  it('shows the address the code was sent to, and focuses the field', async () => {
    await render()
    expect(view.element.textContent).toContain('Enter the code we sent to ada@example.org')
    const ids = input().getAttribute('aria-describedby')?.split(' ') ?? []
    expect(ids.map((id) => document.getElementById(id)?.textContent).join()).toContain('ada@example.org')
    await settled(() => expect(document.activeElement).toBe(input()))
  })

  it('submits a complete code, and connects both namespaces', async () => {
    await render()
    await type('123 456')
    await settled(() => expect(world.login.calls.at(-1)).toMatchObject({ step: 'verify', text: '123456' }))
    expect([said()[0], input().readOnly, input().value]).toEqual(['Checking code…', true, '123456'])
    await act(async () => world.login.answer('verify'))
    await settled(() => expect(world.modal.getState().login?.step ?? 'idle').toBe('idle'))
    const { namespaces } = world.modal.getState()
    expect([namespaces.eip155?.connection.status, namespaces.solana?.connection.status]).toEqual([
      'connected',
      'connected',
    ])
    // the view stays unchanged until it unmounts
    expect(view.element.textContent).not.toContain('has ended')
  })

  it.each(['Invalid code', 'This code has expired. Ask for a new one.'])(
    'clears a rejected code, and shows the wallet’s message: %s',
    async (message) => {
      await render()
      await type('123456')
      await settled(() => expect(calls('verify')).toBe(1))
      await act(async () => world.login.fail('verify', new FrameFailedError({ message })))
      await settled(() => expect(told()).toBe(message))
      expect([input().value, input().readOnly, document.activeElement === input()]).toEqual(['', false, true])
      await type('1')
      expect(told()).toBe('')
      await type('654321')
      await settled(() => expect(calls('verify')).toBe(2))
    },
  )

  it('[I7] does not submit a code that is too long', async () => {
    await render()
    await type('1234567')
    expect([told(), calls('verify')]).toEqual(['Enter all six digits of the code.', 0])
  })

  it('[S9.1] resends the code after 30 seconds, and clears the field', async () => {
    await render()
    expect(view.names()).not.toContain('Resend code')
    expect(view.element.textContent).toContain('Resend in 0:30')
    await clock.advance(6_000)
    expect(view.element.textContent).toContain('Resend in 0:24')
    await clock.advance(24_000)
    await type('123')
    const button = view.focus('Resend code')
    await view.press('Resend code')
    // the busy button keeps the focus, and sends one request
    expect([button.matches(':disabled'), button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    act(() => button.click())
    await settled(() => expect(calls('login')).toBe(2))
    await act(async () => world.login.answer('login', 'VERIFY_OTP'))
    await settled(() => expect(said().at(-1)).toBe('New code sent. Older codes no longer work.'))
    expect([input().value, view.names()]).toEqual(['', ['Six-digit code', 'Resend in 0:30']])
    expect(view.element.textContent).toContain('Resend in 0:30')
  })

  it('shows an error if resending the code fails', async () => {
    await render()
    await clock.advance(30_000)
    await view.press('Resend code')
    await settled(() => expect(calls('login')).toBe(2))
    await act(async () => world.login.fail('login', new FrameFailedError({ message: 'The mail could not be sent' })))
    await settled(() => expect(told()).toBe('The mail could not be sent'))
    expect(view.names()).toContain('Resend code')
  })

  it('does not request an accepted code again if connecting fails', async () => {
    await render()
    world.login.fault = new FrameFailedError({ message: 'Too busy' })
    await type('123456')
    await settled(() => expect(calls('verify')).toBe(1))
    await act(async () => world.login.answer('verify'))
    await settled(() => expect(said()[0]).toContain("Couldn't open your wallet"))
    world.login.fault = undefined
    await view.press('Try again')
    await settled(() => expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('connected'))
    expect([calls('login'), calls('verify')]).toEqual([1, 1])
  })
})

it('EmailVerifyOtpView offers to start over if no login is in progress', async () => {
  open(world.modal, { view: 'EmailVerifyOtp' })
  view = await renderView(world.modal, <EmailVerifyOtpView />)
  expect(said()[0]).toContain('Login ended')
  await view.press('Start over')
  expect(getRoute(world.modal.getState()).view).toBe('EmailLogin')
})
