// @vitest-environment happy-dom
import { getAccount } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { push } from '@latchkey/core/controllers/shell'
import { getAuthConnection, getRoute, open } from '@latchkey/core/internal'
import { EmailCooldownError, FrameFailedError } from '@latchkey/core/plugin'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useModalState } from '../../hooks/useModalState.js'
import { createFakeClock, type FakeClock } from '../../testing/createFakeClock.js'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { UpdateEmailPrimaryOtpView, UpdateEmailSecondaryOtpView } from './UpdateEmailOtpViews.js'
import { UpdateEmailWalletView } from './UpdateEmailWalletView.js'

let world: FakeWorld
let clock: FakeClock
let view: RenderedView

const views: { readonly [name in string]?: () => ReactElement } = {
  UpdateEmailWallet: UpdateEmailWalletView,
  UpdateEmailPrimaryOtp: UpdateEmailPrimaryOtpView,
  UpdateEmailSecondaryOtp: UpdateEmailSecondaryOtpView,
}

/** Shows the current view, as the router does. */
function Routed(): ReactElement | null {
  const name = useModalState(selectView)
  const View = views[name]
  return View ? <View key={name} /> : null
}

const selectView = (state: Parameters<typeof getRoute>[0]): string => getRoute(state).view

/** Renders the view for a user who is logged in on the namespace, if any, and has another wallet connected, if any. */
async function start(namespace?: 'eip155' | 'solana', beside?: string): Promise<void> {
  clock = createFakeClock()
  world = createFakeWorld({
    isEmbedded: true,
    env: { now: clock.now, setTimeout: clock.setTimeout, storage: () => null },
  })
  if (namespace) await connect(world.modal, { connectorId: 'embeddedWallet', namespace })
  if (beside !== undefined) await connect(world.modal, { connectorId: beside })
  open(world.modal)
  push(world.modal, { view: 'UpdateEmailWallet', params: undefined })
  view = await renderView(world.modal, <Routed />)
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await start('eip155')
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const input = (): HTMLInputElement => view.element.querySelector('input') as HTMLInputElement

const type = (text: string): Promise<void> => typeText(input(), text)

const told = (): string => view.element.querySelector('[role=alert]')?.textContent ?? ''

const shown = (): string => getRoute(world.modal.getState()).view

const settled = (check: () => void) => vi.waitFor(() => act(async () => check()))

const calls = (): readonly (readonly [string, string])[] => world.login.calls.map(({ step, text }) => [step, text])

const email = (): string | undefined => getAccount(world.modal.getState()).user?.email

const save = async (address = 'ada@lovelace.example'): Promise<void> => {
  await type(address)
  await view.press('Save')
  await settled(() => expect(calls().at(-1)).toEqual(['update', address]))
}

describe('changing the email', () => {
  it('can be saved only if the address is valid and differs from the current one', async () => {
    expect(input().value).toBe('ada@example.org')
    for (const text of ['ada@example.org', 'ADA@example.org', 'ada', 'ada@', 'x@y']) {
      await type(text)
      expect([text, view.names().includes('Save')]).toEqual([text, false])
    }
    await type('ada@lovelace.example')
    expect(view.names()).toContain('Save')
    expect(calls()).toEqual([])
  })

  it('[S4.36] is confirmed by the old address, then by the new one, and updates the account', async () => {
    await save()
    expect(view.names().at(-1)).toContain('Sending…')
    await act(async () => world.login.answer('update', 'VERIFY_PRIMARY_OTP'))
    await settled(() => expect(view.element.textContent).toContain('we sent to ada@example.org'))
    await type('111111')
    await settled(() => expect(calls().at(-1)).toEqual(['verifyPrimary', '111111']))
    expect(input().readOnly).toBe(true)
    await act(async () => world.login.answer('verifyPrimary'))
    await settled(() => expect(view.element.textContent).toContain('we sent to ada@lovelace.example'))
    await type('222222')
    await settled(() => expect(calls().at(-1)).toEqual(['verifySecondary', '222222']))
    expect(email()).toBe('ada@example.org')
    await act(async () => world.login.answer('verifySecondary'))
    await settled(() => expect(shown()).toBe('Account'))
    expect([email(), world.modal.getState().toast]).toEqual([
      'ada@lovelace.example',
      { variant: 'success', message: { text: 'Email changed' } },
    ])
  })

  it('[S4.36] is confirmed by the new address alone if the wallet skips the old one', async () => {
    await save()
    await act(async () => world.login.answer('update', 'VERIFY_SECONDARY_OTP'))
    await settled(() => expect(shown()).toBe('UpdateEmailSecondaryOtp'))
  })

  it('keeps the old email if a code is wrong, and shows the error at the code field', async () => {
    await save()
    await act(async () => world.login.answer('update', 'VERIFY_PRIMARY_OTP'))
    await settled(() => expect(shown()).toBe('UpdateEmailPrimaryOtp'))
    await type('111111')
    await settled(() => expect(calls().at(-1)).toEqual(['verifyPrimary', '111111']))
    await act(async () => world.login.fail('verifyPrimary', new FrameFailedError({ message: 'Invalid code' })))
    await settled(() => expect(told()).toBe('Invalid code'))
    expect([input().value, document.activeElement === input(), shown()]).toEqual(['', true, 'UpdateEmailPrimaryOtp'])
    await type('222222')
    await settled(() => expect(calls().at(-1)).toEqual(['verifyPrimary', '222222']))
    await act(async () => world.login.answer('verifyPrimary'))
    await settled(() => expect(shown()).toBe('UpdateEmailSecondaryOtp'))
    await type('333333')
    await settled(() => expect(calls().at(-1)).toEqual(['verifySecondary', '333333']))
    await act(async () => world.login.fail('verifySecondary', new FrameFailedError({ message: 'Invalid code' })))
    await settled(() => expect(told()).toBe('Invalid code'))
    expect([email(), world.modal.getState().toast]).toEqual(['ada@example.org', undefined])
  })

  it('[S5.2] shows the email cooldown and the errors of the wallet', async () => {
    await save()
    await act(async () => world.login.fail('update', new EmailCooldownError({ retryAfter: 5 })))
    await settled(() => expect(told()).toContain('Please try again after 5 seconds'))
    await clock.advance(5_000)
    expect([told(), input().value]).toEqual(['', 'ada@lovelace.example'])
    await view.press('Save')
    await settled(() => expect(calls()).toHaveLength(2))
    await act(async () => world.login.fail('update', new FrameFailedError({ message: 'Sign in again to do this' })))
    await settled(() => expect(told()).toBe('Sign in again to do this'))
    await type('ada@other.example')
    expect(told()).toBe('')
  })

  it('[S9.1] resends the first code after 30 seconds', async () => {
    await save()
    await act(async () => world.login.answer('update', 'VERIFY_PRIMARY_OTP'))
    await settled(() => expect(view.element.textContent).toContain('Resend in 0:30'))
    await clock.advance(30_000)
    await view.press('Resend code')
    await settled(() => expect(calls()).toHaveLength(2))
    expect(calls().at(-1)).toEqual(['update', 'ada@lovelace.example'])
    await act(async () => world.login.answer('update', 'VERIFY_PRIMARY_OTP'))
    await settled(() => expect(shown()).toBe('UpdateEmailPrimaryOtp'))
    expect(view.element.textContent).toContain('Resend in 0:30')
  })

  it.each(['solana', 'eip155'] as const)(
    'works for the embedded wallet on %s while another wallet is active',
    async (namespace) => {
      view.unmount()
      world.modal.destroy()
      await start(namespace, 'eip155.Rainbow')
      expect([world.modal.getState().activeNamespace, email()]).toEqual(['eip155', undefined])
      expect(input().value).toBe('ada@example.org')
      await save()
      await act(async () => world.login.answer('update', 'VERIFY_PRIMARY_OTP'))
      await settled(() => expect(view.element.textContent).toContain('we sent to ada@example.org'))
      await type('111111')
      await settled(() => expect(calls().at(-1)).toEqual(['verifyPrimary', '111111']))
      await act(async () => world.login.answer('verifyPrimary'))
      await settled(() => expect(shown()).toBe('UpdateEmailSecondaryOtp'))
      await type('222222')
      await settled(() => expect(calls().at(-1)).toEqual(['verifySecondary', '222222']))
      await act(async () => world.login.answer('verifySecondary'))
      await settled(() => expect(world.modal.getState().toast?.message).toEqual({ text: 'Email changed' }))
      expect(getAuthConnection(world.modal.getState())?.user?.email).toBe('ada@lovelace.example')
    },
  )

  it('shows an error without a login, and sends no request', async () => {
    view.unmount()
    world.modal.destroy()
    await start(undefined, 'eip155.Rainbow')
    await type('ada@lovelace.example')
    await view.press('Save')
    await settled(() => expect(told()).toBe('Not connected to email or social'))
    expect(calls()).toEqual([])
    await type('ada@lovelace.exampl')
    expect(told()).toBe('')
  })

  it('sends no request and returns to the account on Cancel', async () => {
    await type('ada@lovelace.example')
    await view.press('Cancel')
    expect([shown(), calls()]).toEqual(['Account', []])
  })
})

it.each(['UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp'] as const)(
  '%s offers to start over if no email change is in progress',
  async (name) => {
    await act(async () => open(world.modal, { view: name }))
    expect(view.element.textContent).toContain('Email change ended')
    await view.press('Edit email')
    expect(shown()).toBe('UpdateEmailWallet')
  },
)
