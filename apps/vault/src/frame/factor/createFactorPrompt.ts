import type { FrameScreen } from '@latchkey/embedded-wallet/protocol'
import { say } from '../../words/say.js'
import { createFactorForm, type FactorForm } from '../approval/createFactorForm.js'
import { h } from '../approval/h.js'
import { watchScreen } from '../approval/watchScreen.js'
import { FrameRequestError } from '../errors.js'
import type { FactorPrompt } from '../requests/factorPrompt.js'
import { toSentence, words } from '../texts.js'

type FactorPromptOptions = {
  readonly window: Window & typeof globalThis
  /** Origin of the page around the frame. */
  readonly origin: string
  readonly onScreen: (screen: FrameScreen) => void
  /** Has the app show or hide the frame. Returns false if the app can't. */
  readonly onShown: (isShown: boolean) => boolean
}

/**
 * Asks for the second factor in the frame itself, for calls that no approval screen belongs to, such as logins. `close` ends it as if the
 * user had canceled, unless the second factor is being checked.
 */
export function createFactorPrompt({ window, origin, onScreen, onShown }: FactorPromptOptions): {
  readonly ask: FactorPrompt
  readonly close: () => void
} {
  let current: (Pick<FactorForm, 'isChecking'> & { readonly close: () => void }) | undefined
  const ask: FactorPrompt = (question) =>
    new Promise((resolve, reject) => {
      const { signal } = question
      const title = h('h1', { id: 'factor-title', tabindex: '-1' }, words.shared.verify)
      const { host } = window.location
      const lead = say(words.factor.lead, { page: `${host}/account` })
      const screen = h('main', { class: 'approval', 'aria-labelledby': 'factor-title' })
      const settle = (act: () => void): void => {
        signal.removeEventListener('abort', stop)
        current = undefined
        stopReporting?.()
        screen.remove()
        onShown(false)
        act()
      }
      const stop = (): void => settle(() => reject(signal.reason))
      const { form, start, isChecking } = createFactorForm({
        ...question,
        window,
        origin,
        words: words.shared.factor,
        describe: toSentence,
        onDone: (result) => settle(() => resolve(result)),
        onFailed: (cause) => settle(() => reject(cause)),
      })
      let stopReporting: (() => void) | undefined
      if (signal.aborted) return reject(signal.reason)
      current?.close()
      if (!onShown(true))
        return reject(
          new FrameRequestError(`This app can’t ask for your second factor. Log in at ${host}/account instead.`),
        )
      current = {
        isChecking,
        close: () => settle(() => reject(new FrameRequestError('User rejected the request.', { code: 4001 }))),
      }
      signal.addEventListener('abort', stop, { once: true })
      screen.append(h('header', {}, title), h('div', { class: 'content' }, h('p', { class: 'lead' }, lead)), form)
      window.document.body.append(screen)
      window.document.title = title.textContent ?? ''
      stopReporting = watchScreen(screen, onScreen)
      window.focus()
      start()
    })
  return {
    ask,
    close() {
      // the call may go through
      if (!current?.isChecking()) current?.close()
    },
  }
}
