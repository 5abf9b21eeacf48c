import type { PasskeyResponse } from '../../protocol/passkey.js'
import { FrameRequestError, VaultError } from '../errors.js'
import { PasskeyError, runCeremony } from '../passkey/runCeremony.js'
import { isAllowedInFrame, runInWindow } from '../passkey/runInWindow.js'
import type { PasskeyQuestion } from '../requests/approvalPrompt.js'
import { h } from './h.js'

export type PasskeyFormOptions<result> = PasskeyQuestion<result> & {
  readonly window: Window & typeof globalThis
  /** Origin of the page around the frame. */
  readonly origin: string
  readonly onDone: (result: result) => void
  /** The user has canceled, or it failed for another reason than the passkey. */
  readonly onFailed: (cause: unknown) => void
}

/** Answers of the vault after which another passkey, or the same one again, may do. */
const refusals = ['PASSKEY_REFUSED', 'PASSKEY_UNKNOWN', 'OTHER_LOGIN']

/** Milliseconds between polls, as browsers don't report that a window was closed. */
const closedPoll = 400

/**
 * Asks for a passkey, at the foot of a screen: at once, and again whenever the user wants to, here or in a window of the vault, as some
 * browsers run a ceremony only there. `start` begins.
 */
export function createPasskeyForm<result>({
  window,
  origin,
  options,
  send,
  signal,
  onDone,
  onFailed,
}: PasskeyFormOptions<result>): { readonly form: HTMLElement; readonly start: () => void } {
  const status = h('p', { class: 'status', role: 'status' })
  const cancel = h('button', { type: 'button', class: 'button' }, 'Cancel')
  const again = h('button', { type: 'button', class: 'button', 'data-kind': 'primary' }, 'Use passkey')
  const other = h('button', { type: 'button', class: 'other' }, 'Use a separate window')
  let current = new AbortController()

  /** One ceremony at a time: a later one ends the earlier. */
  async function attempt(run: (until: AbortSignal) => Promise<PasskeyResponse>): Promise<void> {
    current.abort(new PasskeyError('canceled'))
    const mine = new AbortController()
    current = mine
    status.setAttribute('role', 'status')
    status.replaceChildren('Confirm with your passkey.')
    try {
      const response = await run(AbortSignal.any([signal, mine.signal]))
      for (const button of [cancel, again, other]) button.disabled = true
      again.setAttribute('aria-busy', 'true')
      onDone(await send(response))
    } catch (cause) {
      if (mine !== current || signal.aborted) return
      const isRefused = cause instanceof VaultError && refusals.includes(cause.code)
      if (!(cause instanceof PasskeyError) && !isRefused) return onFailed(cause)
      again.removeAttribute('aria-busy')
      for (const button of [cancel, again, other]) button.disabled = false
      status.setAttribute('role', 'alert')
      status.replaceChildren(cause.message)
    }
  }

  const runHere = (until: AbortSignal): Promise<PasskeyResponse> => {
    if (!isAllowedInFrame(window.document)) throw new PasskeyError('popup')
    return runCeremony({ options, signal: until })
  }

  /** Runs it in a window that this frame opens, and knows by a random id. */
  async function runBeside(until: AbortSignal): Promise<PasskeyResponse> {
    const popup = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
    const opened = window.open(`/passkey?popup=${popup}`, '_blank', 'popup,width=400,height=600')
    if (!opened) throw new PasskeyError('blocked')
    const closed = new AbortController()
    const timer = window.setInterval(() => {
      if (opened.closed) closed.abort(new PasskeyError('canceled'))
    }, closedPoll)
    try {
      const ends = AbortSignal.any([until, closed.signal])
      return await runInWindow({ window, origin, popup, options, purpose: 'sign', signal: ends })
    } finally {
      window.clearInterval(timer)
      opened.close()
    }
  }

  again.addEventListener('click', () => void attempt(async (until) => runHere(until)))
  other.addEventListener('click', () => void attempt(runBeside))
  cancel.addEventListener('click', () => {
    const cause = new FrameRequestError('User rejected the request.', { code: 4001 })
    current.abort(cause)
    onFailed(cause)
  })
  const form = h('footer', { class: 'foot' }, status, other, h('div', { class: 'two' }, cancel, again))
  return { form, start: () => void attempt(async (until) => runHere(until)) }
}
