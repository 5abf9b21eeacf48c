import { language } from '../../words/say.js'
import type { ApprovalRequest } from './approvalRequest.js'

type PopupOptions = {
  readonly window: Window & typeof globalThis
  readonly request: PopupRequest
  /** `email`: the address that was typed there. */
  readonly onDone: (isApproved: boolean, email?: string) => void
  /** Closed without a decision. */
  readonly onClosed: () => void
}

/** Milliseconds between polls, as browsers don't report that a window was closed. */
const closedPoll = 400

/** Shows a request in a separate window, which no page can cover. Null if the browser doesn't open it. */
export function openPopup({ window, request, onDone, onClosed }: PopupOptions): { close(): void } | null {
  const { origin } = window.location
  const popup = window.open(`${origin}/approve?lang=${language}`, '_blank', 'popup,width=400,height=680')
  if (!popup) return null
  const ended = new AbortController()
  const end = (): void => {
    window.clearInterval(timer)
    ended.abort()
    popup.close()
  }
  let isClosed = false
  const timer = window.setInterval(() => {
    // a decision may still be on its way when the window has closed: it counts until the next look
    if (isClosed) {
      end()
      onClosed()
    }
    isClosed = popup.closed
  }, closedPoll)
  const listen = (event: MessageEvent): void => {
    const message = readPopupMessage(event, { own: origin, other: popup })
    if (message?.type === '@latchkey/APPROVE_READY') popup.postMessage(toShow(window, request), origin)
    if (message?.type !== '@latchkey/APPROVE_DONE') return
    end()
    onDone(message.isApproved, message.email)
  }
  window.addEventListener('message', listen, { signal: ended.signal })
  return { close: end }
}

function toShow({ document }: Window, request: PopupRequest): PopupMessage {
  const { dataset, style } = document.documentElement
  const look = { theme: dataset['theme'], accent: style.getPropertyValue('--accent') }
  return { type: '@latchkey/APPROVE_SHOW', request, look }
}

/** The frame's appearance, for its window. */
export type PopupLook = {
  readonly theme: string | undefined
  readonly accent: string
}

/** Content of the window: a request, or the field for the email address that a guest adds. */
export type PopupRequest =
  | ApprovalRequest
  | (Pick<ApprovalRequest, 'origin' | 'logo'> & { readonly asksEmail: true; readonly email: string })

/** Messages between the frame and its window, both of the vault's origin. */
export type PopupMessage =
  | { readonly type: '@latchkey/APPROVE_READY' }
  | { readonly type: '@latchkey/APPROVE_SHOW'; readonly request: PopupRequest; readonly look: PopupLook }
  | { readonly type: '@latchkey/APPROVE_DONE'; readonly isApproved: boolean; readonly email?: string | undefined }

/** Returns a message of the other side, or null if it is from another window or origin. */
export function readPopupMessage(
  { data, origin, source }: MessageEvent,
  { own, other }: { readonly own: string; readonly other: Window | null },
): PopupMessage | null {
  const isOurs = other !== null && source === other && origin === own
  const isMessage =
    typeof data === 'object' && data !== null && /^@latchkey\/APPROVE_(READY|SHOW|DONE)$/.test(data.type)
  return isOurs && isMessage ? (data as PopupMessage) : null
}
