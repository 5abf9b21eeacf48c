import type { FactorProof } from '../../protocol/factor.js'
import { FrameRequestError } from '../errors.js'
import { canUsePasskeys } from '../passkey/runCeremony.js'
import { type FactorQuestion, isFactorWrong } from '../requests/factorPrompt.js'
import { createPasskeyForm, type PasskeyFormOptions, type PasskeyFormWords } from './createPasskeyForm.js'
import { h } from './h.js'

export type FactorFormOptions<result> = FactorQuestion<result> &
  Pick<PasskeyFormOptions<result>, 'window' | 'origin' | 'onDone' | 'onFailed'> & {
    readonly words: FactorWords
    /** Returns the text to show for an error. */
    readonly describe: (cause: Error) => string
  }

/** Factors that a user can present; a backup code always. */
type Way = 'passkey' | 'totp' | 'backup'

export type FactorWords = {
  /** `choose`: the way to it from another one. */
  readonly [way in Way]: { readonly label: string; readonly choose: string }
} & Omit<PasskeyFormWords, 'ask'> & { readonly submit: string }

export type FactorForm = {
  readonly form: HTMLElement
  /** Asks for the passkey at once if the user has no other kind; focuses the first control otherwise. */
  readonly start: () => void
  /** Whether a factor has been sent and its call may go through: canceling must wait. */
  readonly isChecking: () => boolean
}

/** Creates the form for a second factor, at the foot of a screen. */
export function createFactorForm<result>({
  kinds,
  startPasskey,
  signal,
  words,
  ...options
}: FactorFormOptions<result>): FactorForm {
  const { onDone, onFailed } = options
  const ways: readonly Way[] = [
    ...(kinds.includes('passkey') && canUsePasskeys() ? (['passkey'] as const) : []),
    ...(kinds.includes('totp') ? (['totp'] as const) : []),
    'backup',
  ]
  const form = h('div')
  let left = new AbortController()
  let isChecking = false

  async function send(proof: FactorProof): Promise<result> {
    isChecking = true
    try {
      return await options.send(proof)
    } finally {
      isChecking = false
    }
  }

  /** Shows the form of one factor, and buttons for the others. Returns a function that starts it. */
  function show(way: Way): () => void {
    // ends the browser's dialog
    left.abort()
    left = new AbortController()
    const others = ways
      .filter((other) => other !== way)
      .map((other) => {
        const button = h('button', { type: 'button', class: 'other' }, words[other].choose)
        button.addEventListener('click', () => show(other)())
        return button
      })
    const shown = way === 'passkey' ? createPasskeyWay(others) : createCodeWay(way, others)
    form.replaceChildren(shown.form)
    return shown.start
  }

  function createPasskeyWay(others: readonly HTMLButtonElement[]): ReturnType<typeof createPasskeyForm> {
    return createPasskeyForm({
      ...options,
      options: startPasskey,
      purpose: 'factor',
      words: { ...words, ask: words.passkey.label },
      others,
      send: (response) => send({ kind: 'passkey', response }),
      signal: AbortSignal.any([signal, left.signal]),
    })
  }

  function createCodeWay(
    way: 'totp' | 'backup',
    others: readonly HTMLButtonElement[],
  ): { readonly form: HTMLElement; readonly start: () => void } {
    const input = h('input', { type: 'text' })
    input.inputMode = way === 'totp' ? 'numeric' : 'text'
    input.autocomplete = way === 'totp' ? 'one-time-code' : 'off'
    input.spellcheck = false
    const label = h('label', { class: 'field' }, h('span', {}, words[way].label), input)
    const status = h('p', { class: 'status', role: 'alert' })
    const cancel = h('button', { type: 'button', class: 'button' }, words.cancel)
    const submit = h('button', { type: 'submit', class: 'button', 'data-kind': 'primary' }, words.submit)
    const setBusy = (isBusy: boolean): void => {
      for (const button of [cancel, submit, ...others]) button.disabled = isBusy
      if (isBusy) submit.setAttribute('aria-busy', 'true')
      else submit.removeAttribute('aria-busy')
    }
    cancel.addEventListener('click', () =>
      onFailed(new FrameRequestError('User rejected the request.', { code: 4001 })),
    )
    const ways = h('div', { class: 'others' }, ...others)
    const code = h('form', { class: 'foot' }, label, ways, status, h('div', { class: 'two' }, cancel, submit))
    code.noValidate = true
    code.addEventListener('submit', (event) => {
      event.preventDefault()
      if (submit.disabled) return
      status.replaceChildren()
      setBusy(true)
      const proof: FactorProof = { kind: 'code', code: input.value }
      send(proof).then(onDone, (cause: unknown) => {
        if (!isFactorWrong(cause)) return onFailed(cause)
        setBusy(false)
        status.replaceChildren(options.describe(cause))
        input.select()
      })
    })
    return { form: code, start: () => input.focus({ preventScroll: true }) }
  }

  const begin = show(ways[0] ?? 'backup')
  // a user with another factor may have no passkey on this device
  const asks = ways[0] !== 'passkey' || !ways.includes('totp')
  const focus = (): void => form.querySelector<HTMLElement>('[data-kind="primary"]')?.focus({ preventScroll: true })
  return { form, start: asks ? begin : focus, isChecking: () => isChecking }
}
