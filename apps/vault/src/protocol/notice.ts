import type { LoginProvider } from './login.js'

/** The languages of emails and notices: those of the modal. */
export const languages = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt-BR', 'zh-Hans'] as const

export type Language = (typeof languages)[number]

/** `POST /notice`: looks at a link of a notice, which changes nothing, or does what it is for. */
export type NoticeRequest = { readonly token: string; readonly act: boolean; readonly ip: string }

/**
 * `revoke` a device, `undo` a change of the address, `cancel` a recovery, `unlink` a login that was added, cancel a transfer that is on
 * `hold`, revoke a `permission` of an app, cancel a `seal` that has not taken effect, `freeze` the wallet.
 */
export const noticeKinds = ['revoke', 'undo', 'cancel', 'unlink', 'hold', 'permission', 'seal', 'freeze'] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** Of the device or login that a notice is about, where it is about one. */
export type NoticeSubject = {
  readonly provider?: LoginProvider | undefined
  readonly origin?: string | undefined
  /** e.g. `Firefox on Windows` */
  readonly browser?: string | undefined
  /** e.g. `203.0.113.x` */
  readonly place?: string | undefined
}

/** `gone`: used, expired or never there. */
export type NoticeReply =
  | (NoticeSubject & {
      readonly status: 'open' | 'done'
      readonly kind: NoticeKind
      /** The user's. */
      readonly language: Language
      /** When it happened: milliseconds since the epoch. */
      readonly at?: number | undefined
    })
  | { readonly status: 'gone' }

/** One thing that a user is notified of on their devices; its texts are in the user's language. */
export type NoticeEntry = NoticeSubject & {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly title: string
  readonly text: string
  /** What its button does; absent where there is nothing to do, or it was done. */
  readonly act?: { readonly kind: NoticeKind; readonly label: string; readonly advice: string } | undefined
  /** Not dismissed on this device yet. */
  readonly isNew: boolean
}

export type NoticeList = {
  readonly language: Language
  /** The page of the wallet. */
  readonly account: string
  /** The newest first. */
  readonly notices: readonly NoticeEntry[]
  /** While the owner's freeze lasts: milliseconds since the epoch. */
  readonly frozenUntil?: number | undefined
}

/** The text direction of a language, as in `dir`. Apart from the words, so that pages which show texts of custody load none. */
export function toDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
