import type { FactorProof } from '../../protocol/factor.js'
import { FrameRequestError } from '../errors.js'
import { type FactorQuestion, isFactorWrong } from '../requests/factorPrompt.js'
import { h } from './h.js'

export type FactorFormOptions<result> = FactorQuestion<result> & {
  /** Default: English. */
  readonly words?: FactorWords | undefined
  readonly onDone: (result: result) => void
  /** The user has canceled, or it failed for another reason than a wrong code. */
  readonly onFailed: (cause: unknown) => void
}

export type FactorWords = {
  /** `other`: the way to the other kind of code. */
  readonly [kind in 'totp' | 'backup']: { readonly label: string; readonly other: string }
} & { readonly cancel: string; readonly submit: string }

const english: FactorWords = {
  totp: { label: 'Six-digit code of your authenticator app', other: 'Use a backup code' },
  backup: { label: 'Backup code', other: 'Use the authenticator app' },
  cancel: 'Cancel',
  submit: 'Continue',
}

/** The form for a second factor, at the foot of a screen. */
export function createFactorForm<result>({
  send,
  words = english,
  onDone,
  onFailed,
}: FactorFormOptions<result>): HTMLFormElement {
  const label = h('span')
  const input = h('input', { type: 'text' })
  const other = h('button', { type: 'button', class: 'other' })
  const status = h('p', { class: 'status', role: 'alert' })
  const cancel = h('button', { type: 'button', class: 'button' }, words.cancel)
  const submit = h('button', { type: 'submit', class: 'button', 'data-kind': 'primary' }, words.submit)
  let kind: 'totp' | 'backup' = 'totp'
  const choose = (next: typeof kind): void => {
    kind = next
    label.replaceChildren(words[kind].label)
    other.replaceChildren(words[kind].other)
    input.inputMode = kind === 'totp' ? 'numeric' : 'text'
    input.autocomplete = kind === 'totp' ? 'one-time-code' : 'off'
    input.value = ''
  }
  input.spellcheck = false
  choose('totp')
  const setBusy = (isBusy: boolean): void => {
    submit.disabled = isBusy
    if (isBusy) submit.setAttribute('aria-busy', 'true')
    else submit.removeAttribute('aria-busy')
  }
  other.addEventListener('click', () => {
    choose(kind === 'totp' ? 'backup' : 'totp')
    input.focus()
  })
  cancel.addEventListener('click', () => onFailed(new FrameRequestError('User rejected the request.', { code: 4001 })))
  const form = h(
    'form',
    { class: 'foot' },
    h('label', { class: 'field' }, label, input),
    other,
    status,
    h('div', { class: 'two' }, cancel, submit),
  )
  form.noValidate = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (submit.disabled) return
    status.replaceChildren()
    setBusy(true)
    const proof: FactorProof = { kind: 'code', code: input.value }
    send(proof).then(onDone, (cause: unknown) => {
      if (!isFactorWrong(cause)) return onFailed(cause)
      setBusy(false)
      status.replaceChildren(cause.message)
      input.select()
    })
  })
  return form
}
