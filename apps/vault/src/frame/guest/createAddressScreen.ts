import type { FrameScreen } from '@latchkey/embedded-wallet/protocol'
import { type GuardTexts, guardButton } from '../approval/guardButton.js'
import { h } from '../approval/h.js'
import { createIcon, createLogo, createNote, createSite } from '../approval/render/elements.js'
import { watchScreen } from '../approval/watchScreen.js'
import { words } from '../texts.js'

export type AddressScreenOptions = {
  readonly window: Window & typeof globalThis
  /** Origin of the page around the frame. */
  readonly origin: string
  /** Path of the operator's logo. */
  readonly logo?: string | undefined
  /** As typed before. */
  readonly email?: string | undefined
  readonly onScreen?: ((screen: FrameScreen) => void) | undefined
  /** The user has typed an address and pressed the button, while everything was visible. */
  readonly onEmail: (email: string) => void
  readonly onCancel: () => void
  /** Opens a separate window for the address. The screen then has a button for that instead of the field. */
  readonly onOpen?: (() => void) | undefined
}

export type AddressScreen = {
  /** Shows why the address wasn't taken, so that the user can change it or try again. */
  showProblem(text: string): void
  /** An address was typed in the separate window, and is being sent. */
  showBusy(): void
  remove(): void
}

const { guest: texts, shared } = words

const guardTexts: GuardTexts = { notSeen: texts.notSeen, disturbed: texts.disturbed }

/**
 * Asks for the email address that a guest adds to their wallet. Whoever reads its email can open the wallet, so the page around the frame must
 * neither type it nor have the user press the button without seeing it.
 */
export function createAddressScreen({
  window,
  origin,
  logo,
  email = '',
  onScreen,
  onEmail,
  onCancel,
  onOpen,
}: AddressScreenOptions): AddressScreen {
  const { document } = window
  const title = h('h1', { id: 'guest-title', tabindex: '-1' }, texts.title)
  const input = h('input', { type: 'email' })
  input.autocomplete = 'email'
  input.spellcheck = false
  input.value = email
  const status = h('p', { class: 'status', role: 'status' })
  const cancel = h('button', { type: 'button', class: 'button' }, shared.cancel)
  const submit = h('button', { type: 'submit', class: 'button', 'data-kind': 'primary' })
  submit.append(onOpen ? shared.continue : shared.sendCode, ...(onOpen ? [createIcon('open')] : []))
  const form = h(
    'form',
    { class: 'foot' },
    onOpen ? null : h('label', { class: 'field' }, h('span', {}, shared.email), input),
    status,
    h('div', { class: 'two' }, cancel, submit),
  )
  form.noValidate = true
  // the button decides, as the guard watches its clicks; pressing Enter clicks it, too
  form.addEventListener('submit', (event) => event.preventDefault())
  const screen = h(
    'main',
    { class: 'approval', 'aria-labelledby': 'guest-title' },
    h('header', {}, createLogo(logo), title),
    h(
      'div',
      { class: 'content' },
      h('p', { class: 'lead' }, createSite(origin)),
      h('p', { class: 'lead' }, texts.lead),
      createNote(texts.warning, { isSevere: false }),
    ),
    form,
  )
  let problem = ''
  const showStatus = (hint: string): void => {
    const text = hint || problem
    status.setAttribute('role', hint === '' && problem !== '' ? 'alert' : 'status')
    if (status.textContent !== text) status.textContent = text
  }
  cancel.addEventListener('click', onCancel)
  document.body.append(screen)
  const guarded = onOpen
    ? undefined
    : guardButton({
        window,
        target: screen,
        button: submit,
        texts: guardTexts,
        isReady: () => input.value.trim() !== '',
        onHint: showStatus,
        onPress() {
          input.readOnly = true
          problem = ''
          showStatus('')
          onEmail(input.value.trim())
        },
      })
  input.addEventListener('input', () => guarded?.update())
  if (onOpen) {
    submit.addEventListener('click', onOpen)
    showStatus(texts.covered)
  }
  document.title = title.textContent ?? ''
  const stopReporting = onScreen && watchScreen(screen, onScreen)
  const end = new AbortController()
  const takeFocus = (): void => {
    if (!screen.contains(document.activeElement)) (onOpen ? title : input).focus({ preventScroll: true })
  }
  window.focus()
  takeFocus()
  // the app may show the frame only now: until then nothing in it can have the focus
  window.addEventListener('focus', takeFocus, { signal: end.signal })

  return {
    showProblem(text) {
      problem = text
      input.readOnly = false
      submit.disabled = false
      submit.removeAttribute('aria-busy')
      guarded?.release()
      showStatus('')
      if (!onOpen) input.select()
    },
    showBusy() {
      submit.disabled = true
      submit.setAttribute('aria-busy', 'true')
    },
    remove() {
      end.abort()
      guarded?.destroy()
      stopReporting?.()
      screen.remove()
    },
  }
}
