/** Messages between the frame and the window in which a wallet is unlocked, both of the vault's origin. */
export type UnlockMessage =
  | { readonly type: '@latchkey/UNLOCK_READY' }
  | {
      readonly type: '@latchkey/UNLOCK_SHOW'
      /** Origin of the app's page. */
      readonly origin: string
      readonly passkeys: readonly string[]
    }
  /** The user's secret: 32 bytes, base64url. */
  | { readonly type: '@latchkey/UNLOCK_TRY'; readonly value: string }
  | {
      readonly type: '@latchkey/UNLOCK_FAILED'
      readonly message: string
      /** Custody's, for the window's own language. */
      readonly code?: string | undefined
      /** Seconds. */
      readonly retryAfter?: number | undefined
    }

/** Returns a message of the other side, or null if it is from another window or origin. */
export function readUnlockMessage(
  { data, origin, source }: MessageEvent,
  { own, other }: { readonly own: string; readonly other: Window | null },
): UnlockMessage | null {
  const isOurs = other !== null && source === other && origin === own
  const isMessage =
    typeof data === 'object' && data !== null && /^@latchkey\/UNLOCK_(READY|SHOW|TRY|FAILED)$/.test(data.type)
  return isOurs && isMessage ? (data as UnlockMessage) : null
}
