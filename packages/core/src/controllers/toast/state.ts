import type { ErrorCode } from '../../errors/codes.js'

/** [S4.9] */
export type ToastVariant = 'success' | 'error' | 'loading'

/** Notices that core itself gives, apart from errors; the message files hold their words. */
export type NoticeCode =
  | 'ADDRESS_COPIED'
  | 'AUTHENTICATING'
  | 'COPY_FAILED'
  | 'WALLET_DISCONNECTED'
  | 'WALLET_REMOVED'
  | 'WALLET_SWITCHED'

/** What to say: a code that the message files translate, or the app's own words. */
export type ToastMessage = { readonly code: ErrorCode | NoticeCode } | { readonly text: string }

export type Toast = { readonly variant: ToastVariant; readonly message: ToastMessage }

/** [S2.22] */
export const toastDelays = {
  /** Milliseconds between hiding the old message and showing the new one. */
  replace: 150,
  /** Milliseconds that a message stays; `loading` stays until hidden. */
  hide: 2_500,
} as const
