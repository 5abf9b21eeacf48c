// @vitest-environment happy-dom
import { connect } from '@latchkey/core/controllers/connection'
import { getRoute, open } from '@latchkey/core/internal'
import {
  EmailCooldownError,
  FrameFailedError,
  FrameLoadFailedError,
  FrameRequestTimedOutError,
} from '@latchkey/core/plugin'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { EmailLoginView } from './EmailLoginView.js'

let world: FakeWorld
let clock: FakeClock
let view: RenderedView

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  clock = createFakeClock()
  world = createFakeWorld({
    isEmbedded: true,
    env: { now: clock.now, setTimeout: clock.setTimeout, storage: () => null },
  })
  open(world.modal, { view: 'EmailLogin' })
  view = await renderView(world.modal, <EmailLoginView params={undefined} />)
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const input = (): HTMLInputElement => view.element.querySelector('input') as HTMLInputElement

const type = (text: string): Promise<void> => typeText(input(), text)

const enter = () => act(async () => view.element.querySelector('form')?.requestSubmit())

const told = (): string => view.element.querySelector('[role=alert]')?.textContent ?? ''

const shown = (): string => getRoute(world.modal.getState()).view

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

/** Starts a login, up to the request to the wallet. */
const begin = async (): Promise<void> => {
  await type('ada@example.org')
  await enter()
  await settled(() => expect(world.login.calls).toHaveLength(1))
}

/** The wallet fails: the view shows why, keeps the address, and sends the request again on click. */
const failAndRetry = async (fault: Error, words: string): Promise<void> => {
  await begin()
  await act(async () => world.login.fail('login', fault))
  await settled(() => expect(told()).toBe(words))
  expect([input().value, input().readOnly]).toEqual(['ada@example.org', false])
  await view.press('Continue with email')
  await settled(() => expect(world.login.calls).toHaveLength(2))
  expect([told(), world.login.calls[1]?.text]).toEqual(['', 'ada@example.org'])
}

describe('the email field', () => {
  it('has a label, type and autocomplete, and takes the focus in a view of its own', async () => {
    expect([input().type, input().autocomplete, input().getAttribute('aria-label')]).toEqual([
      'email',
      'email',
      'Email address',
    ])
    await settled(() => expect(document.activeElement).toBe(input()))
  })

  it('can be submitted only with more than three characters', async () => {
    await type('a@b')
    expect(view.names()).not.toContain('Continue with email')
    await enter()
    expect(world.modal.getState().login).toBeUndefined()
    await type('a@b.')
    expect(view.names()).toContain('Continue with email')
  })

  it.each(['ada@example', 'ada.example.org', 'ada@exa mple.org', '@example.org'])(
    '[S5.1] rejects %s as invalid, sends nothing, and keeps the input',
    async (text) => {
      await type(text)
      await enter()
      await settled(() => expect(told()).toBe('Enter a valid email address.'))
      expect([world.login.calls, input().value, input().getAttribute('aria-invalid')]).toEqual([[], text, 'true'])
      await type(`${text}x`)
      expect([told(), input().getAttribute('aria-invalid')]).toEqual(['', null])
    },
  )

  it('is busy while the request is pending, and ignores a second submit', async () => {
    await begin()
    expect([input().readOnly, view.element.querySelector('[role=status]')?.textContent]).toEqual([true, 'Sending…'])
    expect(view.names()).not.toContain('Continue with email')
    await enter()
    await view.press('Sending…')
    expect(world.login.calls.map(({ step, text }) => [step, text])).toEqual([['login', 'ada@example.org']])
  })

  it('keeps the focus on its button during the request and after a failure', async () => {
    // the view focuses its field first
    await settled(() => expect(document.activeElement).toBe(input()))
    await type('ada@example.org')
    const button = view.element.querySelector('button') as HTMLButtonElement
    button.focus()
    await view.press('Continue with email')
    await settled(() => expect(world.login.calls).toHaveLength(1))
    expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true'])
    await act(async () => world.login.fail('login', new FrameLoadFailedError()))
    await settled(() => expect(told()).toBe("Couldn't load the login"))
    expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, null])
  })

  it.each([
    ['VERIFY_DEVICE', 'EmailVerifyDevice'],
    ['VERIFY_OTP', 'EmailVerifyOtp'],
  ] as const)('[S4.35] on %s, opens %s', async (action, next) => {
    await begin()
    await act(async () => world.login.answer('login', action))
    await settled(() => expect(shown()).toBe(next))
  })

  it('[S4.35] on CONNECT, connects both namespaces and closes', async () => {
    await begin()
    await act(async () => world.login.answer('login', 'CONNECT'))
    await settled(() => expect(world.modal.getState().namespaces.solana?.connection.status).toBe('connected'))
    await settled(() => expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('connected'))
    await settled(() => expect(world.modal.getState().modal.open).toBe(false))
  })

  it('[S5.2] [S8.2] [S9.1] counts down if an email was sent recently, then lets the user try again', async () => {
    await begin()
    await act(async () => world.login.fail('login', new EmailCooldownError({ retryAfter: 30 })))
    const counter = () => view.element.querySelector('[role=alert] [aria-hidden]')?.textContent
    await settled(() => expect(counter()).toBe('Please try again after 30 seconds'))
    await clock.advance(1_000)
    expect(counter()).toBe('Please try again after 29 seconds')
    // announced once, not every second
    expect(view.element.querySelector('[role=alert] .sr')?.textContent).toBe('You can try again in 30 seconds.')
    expect([input().getAttribute('aria-invalid'), view.element.querySelector('[data-bad]')]).not.toContain(null)
    await clock.advance(29_000)
    expect([told(), input().value]).toEqual(['', 'ada@example.org'])
    expect([input().getAttribute('aria-invalid'), view.element.querySelector('[data-bad]')]).toEqual([null, null])
    await enter()
    await settled(() => expect(world.login.calls).toHaveLength(2))
  })

  it.each([
    [new FrameFailedError({ message: 'This mailbox is full' }), 'This mailbox is full'],
    [new FrameFailedError(), 'An error occurred'],
    [new Error('broken'), 'Something went wrong. Try again.'],
  ])('[S8.34] shows the error, and can be retried: %s', async (fault, words) => {
    await failAndRetry(fault, words)
  })

  it('[S8.31] [F1] keeps the address if the login does not load, and another wallet can still connect', async () => {
    await failAndRetry(new FrameLoadFailedError(), "Couldn't load the login")
    await act(async () => world.login.fail('login', new FrameLoadFailedError()))
    await act(async () => void connect(world.modal, { connectorId: world.wallets.eip155.connector.meta.id }))
    await settled(() => expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('connected'))
  })

  it('[F3] keeps the address if the request to the wallet times out', async () => {
    await failAndRetry(new FrameRequestTimedOutError(), 'The request timed out')
  })
})

it('prefills the email address from its params', async () => {
  view.unmount()
  view = await renderView(world.modal, <EmailLoginView params={{ email: 'ada@example.org' }} />)
  expect([input().value, view.names().at(-1)]).toEqual(['ada@example.org', 'Continue with email'])
})
