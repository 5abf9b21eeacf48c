import type { PasskeyOptions, PasskeyResponse } from '../../protocol/passkey.js'
import { language } from '../../words/say.js'
import { FrameRequestError, VaultError } from '../errors.js'
import { PasskeyError, runCeremony } from '../passkey/runCeremony.js'
import { isAllowedInFrame, runInWindow } from '../passkey/runInWindow.js'
import type { PasskeyQuestion } from '../requests/approvalPrompt.js'
import { h } from './h.js'

export type PasskeyFormOptions<result> = Omit<PasskeyQuestion<result>, 'options'> & {
  /** Options of the browser's ceremony, or a function that requests them, called for each attempt. */
  readonly options: PasskeyOptions | (() => Promise<PasskeyOptions>)
  readonly window: Window & typeof globalThis
  /** Origin of the page around the frame. */
  readonly origin: string
  readonly onDone: (result: result) => void
  /** The user has canceled, or it failed for another reason than the passkey. */
  readonly onFailed: (cause: unknown) => void
}

/** Texts and buttons of a form for a second factor instead of the signature of a request. */
type PasskeyFormLook = {
  readonly purpose?: 'sign' | 'factor' | undefined
  readonly words: PasskeyFormWords
  /** Returns the text to show for an error. */
  readonly describe: (cause: Error) => string
  /** Buttons for the alternatives. */
  readonly others?: readonly HTMLButtonElement[] | undefined
}

export type PasskeyFormWords = Readonly<Record<'ask' | 'use' | 'cancel', string>> & {
  /** Label of the button that opens a window of the vault; absent on a vault page, which runs the ceremony itself. */
  readonly apart?: string | undefined
}

/** Answers of the vault after which another passkey, or the same one again, may do. */
const refusals = ['PASSKEY_REFUSED', 'PASSKEY_UNKNOWN', 'OTHER_LOGIN']

/** Milliseconds between polls, as browsers don't report that a window was closed. */
const closedPoll = 400

/**
 * Asks for a passkey, at the foot of a screen: again whenever the user wants to, here or in a window of the vault, as some browsers run a
 * ceremony only there. `start` begins.
 */
export function createPasskeyForm<result>({
  window,
  origin,
  options,
  purpose = 'sign',
  words,
  describe,
  others = [],
  send,
  signal,
  onDone,
  onFailed,
}: PasskeyFormOptions<result> & PasskeyFormLook): { readonly form: HTMLElement; readonly start: () => void } {
  const status = h('p', { class: 'status', role: 'status' }, words.ask)
  const cancel = h('button', { type: 'button', class: 'button' }, words.cancel)
  const again = h('button', { type: 'button', class: 'button', 'data-kind': 'primary' }, words.use)
  const apart = h('button', { type: 'button', class: 'other' }, words.apart)
  const setBusy = (isBusy: boolean): void => {
    for (const button of [cancel, again, apart, ...others]) button.disabled = isBusy
    if (isBusy) again.setAttribute('aria-busy', 'true')
    else again.removeAttribute('aria-busy')
  }
  const report = (cause: Error): void => {
    setBusy(false)
    status.setAttribute('role', 'alert')
    status.replaceChildren(describe(cause))
  }
  let current = new AbortController()

  /** One ceremony at a time: a later one ends the earlier. */
  async function attempt(run: (until: AbortSignal) => Promise<PasskeyResponse>): Promise<void> {
    current.abort(new PasskeyError('canceled'))
    const mine = new AbortController()
    current = mine
    status.setAttribute('role', 'status')
    status.replaceChildren(words.ask)
    let isSent = false
    try {
      const response = await run(AbortSignal.any([signal, mine.signal]))
      setBusy(true)
      isSent = true
      onDone(await send(response))
    } catch (cause) {
      if (mine !== current || signal.aborted) return
      // the vault has refused the passkey, or couldn't start the ceremony: nothing has happened yet
      const isRefused = cause instanceof VaultError && (!isSent || refusals.includes(cause.code))
      if (cause instanceof PasskeyError || isRefused) report(cause)
      else onFailed(cause)
    }
  }

  const read = (): PasskeyOptions | Promise<PasskeyOptions> => (typeof options === 'function' ? options() : options)

  const runHere = async (until: AbortSignal): Promise<PasskeyResponse> => {
    if (!isAllowedInFrame(window.document)) throw new PasskeyError('popup')
    return runCeremony({ options: await read(), signal: until })
  }

  /** Runs it in a window that this frame opens, and knows by a random id. */
  async function runBeside(until: AbortSignal): Promise<PasskeyResponse> {
    const popup = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
    const opened = window.open(`/passkey?popup=${popup}&lang=${language}`, '_blank', 'popup,width=400,height=600')
    if (!opened) throw new PasskeyError('blocked')
    const closed = new AbortController()
    const timer = window.setInterval(() => {
      if (opened.closed) closed.abort(new PasskeyError('canceled'))
    }, closedPoll)
    try {
      const ends = AbortSignal.any([until, closed.signal])
      return await runInWindow({ window, origin, popup, options: await read(), purpose, signal: ends })
    } finally {
      window.clearInterval(timer)
      opened.close()
    }
  }

  again.addEventListener('click', () => void attempt(runHere))
  apart.addEventListener('click', () => void attempt(runBeside))
  cancel.addEventListener('click', () => {
    const cause = new FrameRequestError('User rejected the request.', { code: 4001 })
    current.abort(cause)
    onFailed(cause)
  })
  const ways = [...(words.apart === undefined ? [] : [apart]), ...others]
  const buttons = h('div', { class: 'two' }, cancel, again)
  const form = h('footer', { class: 'foot' }, status, h('div', { class: 'others' }, ...ways), buttons)
  return { form, start: () => void attempt(runHere) }
}
