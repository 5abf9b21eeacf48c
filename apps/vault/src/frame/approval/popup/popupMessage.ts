import type { ApprovalRequest } from '../approvalRequest.js'

/** How the frame looks: its window does too. */
export type PopupLook = {
  readonly theme: string | undefined
  readonly accent: string
  readonly dir: string
}

/** Between the frame and its window, both of the vault's origin. */
export type PopupMessage =
  | { readonly type: '@latchkey/APPROVE_READY' }
  | { readonly type: '@latchkey/APPROVE_SHOW'; readonly request: ApprovalRequest; readonly look: PopupLook }
  | { readonly type: '@latchkey/APPROVE_DONE'; readonly isApproved: boolean }

/** A message of the other side; null for all else: another window, another origin. */
export function readPopupMessage(
  { data, origin, source }: MessageEvent,
  { own, other }: { readonly own: string; readonly other: Window | null },
): PopupMessage | null {
  const isOurs = other !== null && source === other && origin === own
  const isMessage =
    typeof data === 'object' && data !== null && /^@latchkey\/APPROVE_(READY|SHOW|DONE)$/.test(data.type)
  return isOurs && isMessage ? (data as PopupMessage) : null
}
