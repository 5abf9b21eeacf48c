import type { FrameScreen } from '@latchkey/embedded-wallet/protocol'
import { hasVisibility } from '../approval/guard.js'
import { openPopup } from '../approval/popup.js'
import { words } from '../texts.js'
import { type AddressScreen, createAddressScreen } from './createAddressScreen.js'
import { type CodeScreen, createCodeScreen } from './createCodeScreen.js'

export type LoginQuestion = {
  /** Emails a code to the address. */
  readonly start: (email: string) => Promise<{ readonly retryAfter: number }>
  /** Adds the address as a login, and returns it. */
  readonly finish: (code: string) => Promise<string>
}

/**
 * Asks a guest for an email address to log in with, and for the code that is sent to it. The app sees neither. Resolves with the address once it
 * is a login; rejects with 4001 if the user cancels, and with the signal's reason.
 */
export type LoginPrompt = (question: LoginQuestion & { readonly signal: AbortSignal }) => Promise<string>

export type GuestPromptOptions = LoginQuestion & {
  readonly window: Window & typeof globalThis
  /** Origin of the page around the frame. */
  readonly origin: string
  /** Path of the operator's logo. */
  readonly logo?: string | undefined
  readonly onScreen: (screen: FrameScreen) => void
  /** Converts an error of `start` or `finish` to one for the user, as this separate script can't use `instanceof` with their classes. */
  readonly toProblem: (cause: unknown) => Problem
  readonly onDone: (email: string) => void
  readonly onCancel: () => void
}

export type Problem = {
  readonly text: string
  /** The vault's. */
  readonly code?: string | undefined
  /** Seconds. */
  readonly retryAfter?: number | undefined
}

/**
 * Lets a guest add a login on the frame's own screens: the address, in a separate window if the browser can't detect whether the frame is
 * covered, and then the code that was emailed to it. Shows errors with a retry. Returns a function that ends it.
 */
export function createGuestPrompt({
  window,
  origin,
  logo,
  start,
  finish,
  toProblem,
  onScreen,
  onDone,
  onCancel,
}: GuestPromptOptions): () => void {
  const opens = !hasVisibility(window)
  let screen: AddressScreen | CodeScreen | undefined
  let popup: ReturnType<typeof openPopup> = null
  let isOver = false

  function replace<next extends AddressScreen | CodeScreen>(create: () => next): next {
    screen?.remove()
    const next = create()
    screen = next
    return next
  }

  /** Runs a call, unless the prompt has ended or shows something else by then. */
  function follow<result>(call: Promise<result>, { onResult, onProblem }: Outcome<result>): void {
    const asked = screen
    const isCurrent = (): boolean => !isOver && screen === asked
    call.then(
      (result) => isCurrent() && onResult(result),
      (cause: unknown) => isCurrent() && onProblem(toProblem(cause)),
    )
  }

  function askAddress(email: string, problem?: string): void {
    const send = (next: string): void => {
      follow(start(next), {
        onResult: ({ retryAfter }) => askCode(next, retryAfter),
        onProblem({ text }) {
          typed = next
          own.showProblem(text)
        },
      })
    }
    let typed = email
    const open = (): void => {
      popup?.close()
      popup = openPopup({
        window,
        request: { asksEmail: true, origin, logo, email: typed },
        onDone(isApproved, next) {
          popup = null
          if (!isApproved || next === undefined) return onCancel()
          own.showBusy()
          send(next)
        },
        onClosed() {
          popup = null
        },
      })
      if (!popup) own.showProblem(words.shared.errors.passkey.blocked)
    }
    const own = replace(() =>
      createAddressScreen({
        ...{ window, origin, logo, email, onScreen, onCancel },
        onEmail: send,
        ...(opens && { onOpen: open }),
      }),
    )
    if (problem !== undefined) own.showProblem(problem)
  }

  function askCode(email: string, retryAfter: number): void {
    const own = replace(() =>
      createCodeScreen({
        ...{ window, email, retryAfter, onScreen, onCancel },
        onBack: () => askAddress(email),
        onResend() {
          follow(start(email), {
            onResult: (sent) => own.showSent(sent.retryAfter),
            onProblem: ({ text, retryAfter: wait }) => own.showProblem(text, { retryAfter: wait }),
          })
        },
        onCode(code) {
          follow(finish(code), {
            onResult: onDone,
            onProblem({ text, code: reason }) {
              if (reason === 'EMAIL_TAKEN') askAddress(email, text)
              else own.showProblem(text)
            },
          })
        },
      }),
    )
  }

  askAddress('')
  return () => {
    isOver = true
    popup?.close()
    screen?.remove()
  }
}

type Outcome<result> = {
  readonly onResult: (result: result) => void
  readonly onProblem: (problem: Problem) => void
}
