import type { FrameScreen } from '@latchkey/embedded-wallet/protocol'
import { say, sayWith } from '../../words/say.js'
import { h } from '../approval/h.js'
import { watchScreen } from '../approval/watchScreen.js'
import { words } from '../texts.js'

type CodeScreenOptions = {
  readonly window: Window & typeof globalThis
  readonly email: string
  /** Seconds until another code may be requested. */
  readonly retryAfter: number
  readonly onScreen: (screen: FrameScreen) => void
  readonly onCode: (code: string) => void
  readonly onResend: () => void
  /** Back to the address. */
  readonly onBack: () => void
  readonly onCancel: () => void
}

export type CodeScreen = {
  /** Shows why the code wasn't taken, or no other one was sent. */
  showProblem(text: string, options?: { readonly retryAfter?: number | undefined }): void
  /** Another code is on its way. */
  showSent(retryAfter: number): void
  remove(): void
}

/** Asks for the code that was emailed to the address. */
export function createCodeScreen({
  window,
  email,
  retryAfter,
  onScreen,
  onCode,
  onResend,
  onBack,
  onCancel,
}: CodeScreenOptions): CodeScreen {
  const { document } = window
  const title = h('h1', { id: 'guest-title', tabindex: '-1' }, words.shared.enterCode)
  const input = h('input', { type: 'text' })
  input.autocomplete = 'one-time-code'
  input.inputMode = 'numeric'
  input.spellcheck = false
  input.maxLength = 16
  const status = h('p', { class: 'status', role: 'status' })
  const resend = h('button', { type: 'button', class: 'other' })
  const back = h('button', { type: 'button', class: 'other' }, words.guest.back)
  const cancel = h('button', { type: 'button', class: 'button' }, words.shared.cancel)
  const submit = h('button', { type: 'submit', class: 'button', 'data-kind': 'primary' }, words.guest.add)
  const buttons = [back, cancel, submit]
  const form = h(
    'form',
    { class: 'foot' },
    h('label', { class: 'field' }, h('span', {}, words.shared.sixDigits), input),
    h('div', { class: 'others' }, resend, back),
    status,
    h('div', { class: 'two' }, cancel, submit),
  )
  form.noValidate = true
  const screen = h(
    'main',
    { class: 'approval', 'aria-labelledby': 'guest-title' },
    h('header', {}, title),
    h(
      'div',
      { class: 'content' },
      h('p', { class: 'lead' }, ...sayWith(words.guest.codeSent, { email: h('b', { dir: 'ltr' }, email) })),
    ),
    form,
  )
  let isBusy = false
  let rest = retryAfter
  const show = (text: string, role: 'status' | 'alert'): void => {
    status.setAttribute('role', role)
    status.replaceChildren(text)
  }
  const showResend = (): void => {
    resend.textContent = rest > 0 ? say(words.guest.resendIn, { seconds: rest }) : words.guest.resend
    resend.disabled = isBusy || rest > 0
  }
  const setBusy = (isNow: boolean): void => {
    isBusy = isNow
    for (const button of buttons) button.disabled = isNow
    input.readOnly = isNow
    showResend()
  }
  const timer = window.setInterval(() => {
    rest = Math.max(0, rest - 1)
    showResend()
  }, 1_000)
  showResend()
  resend.addEventListener('click', () => {
    setBusy(true)
    show(words.guest.sending, 'status')
    onResend()
  })
  back.addEventListener('click', onBack)
  cancel.addEventListener('click', onCancel)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy) return
    show('', 'status')
    setBusy(true)
    submit.setAttribute('aria-busy', 'true')
    onCode(input.value)
  })
  document.body.append(screen)
  document.title = title.textContent ?? ''
  const stopReporting = watchScreen(screen, onScreen)
  window.focus()
  input.focus({ preventScroll: true })

  const settle = (): void => {
    setBusy(false)
    submit.removeAttribute('aria-busy')
    input.focus({ preventScroll: true })
    input.select()
  }
  return {
    showProblem(text, { retryAfter: wait } = {}) {
      if (wait !== undefined) rest = wait
      settle()
      show(text, 'alert')
    },
    showSent(wait) {
      rest = wait
      input.value = ''
      settle()
      show(words.guest.sent, 'status')
    },
    remove() {
      window.clearInterval(timer)
      stopReporting()
      screen.remove()
    },
  }
}
