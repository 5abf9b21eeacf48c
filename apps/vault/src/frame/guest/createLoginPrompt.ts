import type { FrameScreen } from '@latchkey/embedded-wallet/protocol'
import { FrameRequestError, VaultError } from '../errors.js'
import { toSentence } from '../texts.js'
import type { createGuestPrompt, LoginPrompt, Problem } from './createGuestPrompt.js'

type LoginPromptOptions = {
  readonly window: Window & typeof globalThis
  /** Origin of the page around the frame. */
  readonly origin: string
  /** Path of the operator's logo. */
  readonly logo?: string | undefined
  readonly onScreen: (screen: FrameScreen) => void
  /** Has the app show or hide the frame. Returns false if the app can't. */
  readonly onShown: (isShown: boolean) => boolean
  /** The script of the screens, which most users never need. */
  readonly load: () => Promise<{ readonly createGuestPrompt: typeof createGuestPrompt }>
}

/** Has a guest add a login, in the frame itself. `close` ends it as if the user had canceled, unless a code is being checked. */
export function createLoginPrompt({ load, onShown, ...options }: LoginPromptOptions): {
  readonly ask: LoginPrompt
  readonly close: () => void
} {
  let closeCurrent: (() => void) | undefined
  let isChecking = false
  const ask: LoginPrompt = async ({ signal, start, finish }) => {
    const { createGuestPrompt } = await load().catch((cause: unknown) => {
      throw new FrameRequestError('This couldn’t be loaded. Check your connection and try again.', { cause })
    })
    signal.throwIfAborted()
    closeCurrent?.()
    const { host } = options.window.location
    if (!onShown(true))
      throw new FrameRequestError(`This app can’t show your wallet’s screen. Add a login at ${host}/account instead.`)
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        signal.removeEventListener('abort', stop)
        closeCurrent = undefined
        end()
        onShown(false)
        act()
      }
      const stop = (): void => settle(() => reject(signal.reason))
      const cancel = (): void =>
        settle(() => reject(new FrameRequestError('User rejected the request.', { code: 4001 })))
      closeCurrent = cancel
      signal.addEventListener('abort', stop, { once: true })
      const onDone = (email: string): void => settle(() => resolve(email))
      const end = createGuestPrompt({
        ...{ ...options, start, toProblem, onDone, onCancel: cancel },
        async finish(code) {
          isChecking = true
          try {
            return await finish(code)
          } finally {
            isChecking = false
          }
        },
      })
    })
  }
  return {
    ask,
    close() {
      // the address may be a login already
      if (!isChecking) closeCurrent?.()
    },
  }
}

function toProblem(cause: unknown): Problem {
  const text = toSentence(cause)
  return cause instanceof VaultError ? { text, code: cause.code, retryAfter: cause.retryAfter } : { text }
}
