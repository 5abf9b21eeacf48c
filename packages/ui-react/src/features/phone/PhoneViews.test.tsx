// @vitest-environment happy-dom
import { getRoute, open } from '@latchkey/core/internal'
import { EmailCooldownError, FrameFailedError, InvalidPhoneError, SmsFailedError } from '@latchkey/core/plugin'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { PhoneLoginView } from './PhoneLoginView.js'
import { PhoneVerifyView } from './PhoneVerifyView.js'

let world: FakeWorld
let clock: FakeClock
let view: RenderedView

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  clock = createFakeClock()
  world = createFakeWorld({
    isEmbedded: true,
    features: { phone: true },
    env: { now: clock.now, setTimeout: clock.setTimeout, storage: () => null },
  })
  open(world.modal, { view: 'PhoneLogin' })
  view = await renderView(world.modal, <PhoneLoginView params={undefined} />)
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const input = (): HTMLInputElement => view.element.querySelector('input') as HTMLInputElement

const told = (): string => view.element.querySelector('[role=alert]')?.textContent ?? ''

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const calls = (step: string): readonly string[] =>
  world.login.calls.filter((call) => call.step === step).map(({ text }) => text)

/** Types a number and submits it, up to the request to the wallet. */
async function send(phone: string): Promise<void> {
  const before = calls('phone').length
  await typeText(input(), phone)
  await view.press('Text me a code')
  await settled(() => expect(calls('phone')).toHaveLength(before + 1))
}

it('has a focused tel field, and sends the number as it was typed', async () => {
  expect([input().type, input().autocomplete, input().getAttribute('aria-label')]).toEqual([
    'tel',
    'tel',
    'Mobile number',
  ])
  await settled(() => expect(document.activeElement).toBe(input()))
  await typeText(input(), 'me')
  expect(view.names()).not.toContain('Text me a code')
  await send('٠١٥١٢ ٣٤٥٦٧٨٩')
  expect(calls('phone')).toEqual(['٠١٥١٢ ٣٤٥٦٧٨٩'])
})

it('shows the error until the user types, and sends the number again', async () => {
  await send('123')
  for (const [error, text] of [
    [new InvalidPhoneError(), 'Enter a mobile number that starts with + and your country code.'],
    [new SmsFailedError(), "We couldn't send the text message. Try again."],
    [new EmailCooldownError({ retryAfter: 30 }), 'You can try again in 30 seconds.Please try again after 30 seconds'],
    [new FrameFailedError({ message: 'This app has no login by SMS.' }), 'This app has no login by SMS.'],
  ] as const) {
    await act(async () => world.login.fail('phone', error))
    await settled(() => expect([told(), input().readOnly]).toEqual([text, false]))
    await send(`${input().value}4`)
    expect(told()).toBe('')
  }
})

it('shows the formatted number that the code was sent to, and connects with the code', async () => {
  await send('+4915123456789')
  await act(async () => world.login.answer('phone', { phone: '+49 1512 3456789', retryAfter: 30 }))
  await settled(() => expect(getRoute(world.modal.getState()).view).toBe('PhoneVerify'))
  view.unmount()
  view = await renderView(world.modal, <PhoneVerifyView />)
  expect(view.element.textContent).toContain('Enter the code we sent to +49 1512 3456789')
  expect(view.element.querySelector('b > bdi')?.getAttribute('dir')).toBe('ltr')
  expect(view.element.textContent).toContain("Didn't get it? It can take a minute.")
  expect(input().autocomplete).toBe('one-time-code')
  await typeText(input(), '123456')
  await settled(() => expect(calls('verifyPhone')).toEqual(['123456']))
  await act(async () => world.login.answer('verifyPhone'))
  await settled(() => expect(world.modal.getState().namespaces.eip155?.connection.status).toBe('connected'))
})
