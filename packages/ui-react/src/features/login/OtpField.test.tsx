// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeWorld, type FakeWorld } from '../../testing/createFakeWorld.js'
import { type RenderedView, renderView } from '../../testing/renderView.js'
import { typeText } from '../../testing/typeText.js'
import { OtpField, type OtpFieldProps } from './OtpField.js'

let world: FakeWorld
let view: RenderedView
let codes: string[]

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  world = createFakeWorld()
  codes = []
})

afterEach(() => {
  view.unmount()
  world.modal.destroy()
})

const render = async (props: Partial<OtpFieldProps> = {}): Promise<void> => {
  const field = (more: Partial<OtpFieldProps>) => (
    <OtpField
      describedBy="why"
      busyText=""
      failure={undefined}
      failureText=""
      onCode={(code) => codes.push(code)}
      {...props}
      {...more}
    />
  )
  view = await renderView(world.modal, field({}))
  update = (more) => view.render(field(more))
}

let update: (more: Partial<OtpFieldProps>) => Promise<void>

const input = (): HTMLInputElement => view.element.querySelector('input') as HTMLInputElement

const alert = (): string | null | undefined => view.element.querySelector('[role=alert]')?.textContent

const type = (text: string): Promise<void> => typeText(input(), text)

describe('OtpField', () => {
  it('is one input for assistive technology, with one-time-code autofill and a numeric keyboard', async () => {
    await render()
    expect(view.element.querySelectorAll('input')).toHaveLength(1)
    expect(input().getAttribute('aria-label')).toBe('Six-digit code')
    expect(input().getAttribute('aria-describedby')).toMatch(/^why /)
    expect([input().autocomplete, input().inputMode, input().maxLength]).toEqual(['one-time-code', 'numeric', -1])
    expect(view.element.querySelectorAll('.otp > span')).toHaveLength(6)
  })

  it('advances with each digit, and moves back with each deleted one', async () => {
    await render()
    const active = (): number =>
      [...view.element.querySelectorAll('.otp > span')].findIndex((box) => box.matches('[data-on]'))
    expect(active()).toBe(0)
    await type('1')
    await type('12')
    expect([active(), input().value]).toEqual([2, '12'])
    await type('1')
    expect(active()).toBe(1)
    expect(codes).toEqual([])
  })

  it.each(['123456', '123 456', '123-456', '１２３４５６', 'Your code: 123456'])(
    '[I7] submits %j as soon as it is complete',
    async (text) => {
      await render()
      await type(text)
      expect([codes, input().value, alert()]).toEqual([['123456'], '123456', ''])
    },
  )

  it('submits full-width digits of an input method once it has finished', async () => {
    await render()
    const compose = (text: string): Promise<void> => typeText(input(), text, { isComposing: true })
    for (const text of ['１', '１２', '１２３', '１２３４５６']) {
      await compose(text)
      // a changed text would end the composition, and the input method would insert its digits again
      expect([codes, input().value]).toEqual([[], text])
    }
    await act(async () => input().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })))
    expect([codes, input().value]).toEqual([['123456'], '123456'])
  })

  it('submits ASCII digits of an input method once, as soon as they are complete', async () => {
    await render()
    await typeText(input(), '123456', { isComposing: true })
    await act(async () => input().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })))
    expect([codes, input().value]).toEqual([['123456'], '123456'])
  })

  it('[I7] drops letters, and rejects input longer than a code', async () => {
    await render()
    await type('12a')
    expect(input().value).toBe('12')
    await type('1234567')
    expect([codes, input().value, alert()]).toEqual([[], '', 'Enter all six digits of the code.'])
    expect(input().getAttribute('aria-invalid')).toBe('true')
    await type('1')
    expect([alert(), input().getAttribute('aria-invalid')]).toEqual(['', null])
  })

  it('shows an error if Enter is pressed on an incomplete code', async () => {
    await render()
    await type('12345')
    await act(async () => view.element.querySelector('form')?.requestSubmit())
    expect([codes, input().value, alert()]).toEqual([[], '12345', 'Enter all six digits of the code.'])
  })

  it('is read-only but not disabled while the code is checked', async () => {
    await render({ busyText: 'Checking code…' })
    expect([input().readOnly, input().disabled]).toEqual([true, false])
    expect(view.element.querySelector('[role=status]')?.textContent).toBe('Checking code…')
  })

  it('is cleared and focused after each rejected code', async () => {
    await render()
    await type('123456')
    for (const failure of [{}, {}]) {
      input().blur()
      await update({ failure, failureText: 'Invalid code' })
      expect([input().value, alert(), document.activeElement === input()]).toEqual(['', 'Invalid code', true])
      await type('654321')
      expect([alert(), input().value]).toEqual(['', '654321'])
    }
    expect(codes).toEqual(['123456', '654321', '654321'])
  })

  it('is cleared and focused when another email is sent', async () => {
    await render({ mail: 1 })
    await type('123')
    await update({ mail: 2 })
    expect([input().value, document.activeElement === input()]).toEqual(['', true])
  })
})
