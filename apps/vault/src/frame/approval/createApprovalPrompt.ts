import type { FrameScreen } from '@latchkey/embedded-wallet/protocol'
import type { ApprovalPrompt } from '../requests/approvalPrompt.js'
import { needsWindow } from './approvalRequest.js'
import { createApprovalScreen } from './createApprovalScreen.js'
import { hasVisibility } from './guard.js'
import { openPopup } from './popup.js'

export type ApprovalPromptSettings = {
  readonly window: Window & typeof globalThis
  /** Origin of the page around the frame. */
  readonly origin: string
  readonly project: string
  /** Path of the operator's logo. */
  readonly logo?: string | undefined
  /** Reports the screen's title and height, so that the app can make room for it. */
  readonly onScreen?: ((screen: FrameScreen) => void) | undefined
}

type Answers<result> = {
  readonly onDone: (result: result) => void
  readonly onFailed: (cause: unknown) => void
}

/**
 * Asks the user in the frame itself, or in a separate window if the browser can't detect whether the frame is covered and the request could cost
 * something, or if only the user's login in that window may approve it. Rejects with the reason of the signal. After an approval the screen
 * stays, busy, until the signal aborts, as the page around the frame hides it.
 */
export function createApprovalPrompt({
  window,
  origin,
  project,
  logo,
  onScreen,
}: ApprovalPromptSettings): ApprovalPrompt {
  const screen = createApprovalScreen({ window, root: window.document.body, onScreen })
  const isSure = hasVisibility(window)

  const confirm: ApprovalPrompt['confirm'] = ({ signal, expiresAt: _, consent, ...shown }) =>
    new Promise((resolve, reject) => {
      const opens = consent !== undefined || (!isSure && needsWindow(shown.summary))
      const request = { ...shown, origin, ...(logo && { logo }), ...(consent && { consent: { ...consent, project } }) }
      let popup: ReturnType<typeof openPopup> = null
      const finish = (isApproved: boolean): void => {
        popup?.close()
        // an approved screen stays, busy, until its signal says that the reply is out
        if (!isApproved) {
          signal.removeEventListener('abort', stop)
          screen.hide()
        } else if (opens) screen.showApproved()
        resolve(isApproved)
      }
      const stop = (): void => {
        popup?.close()
        screen.hide()
        reject(signal.reason)
      }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })

      const open = (): void => {
        popup?.close()
        const onClosed = (): void => {
          popup = null
        }
        popup = openPopup({ window, request, onDone: finish, onClosed })
      }
      const actions = { onApprove: () => finish(true), onReject: () => finish(false) }
      screen.show(request, opens ? { ...actions, onOpen: open } : actions)
      if (opens) open()
    })

  /** Asks on the screen of the approved request, until that is answered, or its signal aborts. */
  const askBelow = <result>(signal: AbortSignal, ask: (answers: Answers<result>) => void): Promise<result> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        signal.removeEventListener('abort', stop)
        act()
      }
      const stop = (): void => settle(() => reject(signal.reason))
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      ask({
        onDone: (result) => settle(() => resolve(result)),
        onFailed: (cause) =>
          settle(() => {
            screen.hide()
            reject(cause)
          }),
      })
    })

  const askFactor: ApprovalPrompt['askFactor'] = (question) =>
    askBelow(question.signal, (answers) => screen.showFactor({ ...question, ...answers, window, origin }))

  const askPasskey: ApprovalPrompt['askPasskey'] = (question) =>
    askBelow(question.signal, (answers) => screen.showPasskey({ ...question, ...answers, window, origin }))

  const notify: ApprovalPrompt['notify'] = (notice, { signal }) =>
    new Promise((resolve) => {
      const finish = (how: 'closed' | 'cancel'): void => {
        signal.removeEventListener('abort', stop)
        screen.hide()
        resolve(how)
      }
      const stop = (): void => finish('closed')
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      screen.showNotice(notice, { origin, logo, project, onClose: stop, onCancel: () => finish('cancel') })
    })

  return { confirm, askFactor, askPasskey, notify }
}
