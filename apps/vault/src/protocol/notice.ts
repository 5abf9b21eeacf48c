import type { LoginKind } from './login.js'

/** The languages of emails and notices: those of the modal. */
export const languages = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt-BR', 'zh-Hans'] as const

export type Language = (typeof languages)[number]

/** `POST /notice`: describes the action of a notice's link, or carries it out. */
export type NoticeRequest = { readonly token: string; readonly act: boolean; readonly ip: string }

/**
 * `revoke` a device, `undo` a change of the address, `cancel` a recovery, `unlink` an added login, cancel a transfer on `hold`, revoke a
 * `permission` of an app, cancel a pending `seal`, remove a new second `factor`, `keep` one that was reported lost, `freeze` the wallet.
 */
export const noticeKinds = [
  'revoke',
  'undo',
  'cancel',
  'unlink',
  'hold',
  'permission',
  'seal',
  'factor',
  'keep',
  'freeze',
] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** The device or login that a notice is about, if any. */
export type NoticeSubject = {
  readonly provider?: Exclude<LoginKind, 'email'> | undefined
  /** Its display name, if it isn't a known one. */
  readonly providerName?: string | undefined
  readonly origin?: string | undefined
  /** e.g. `Firefox on Windows` */
  readonly browser?: string | undefined
  /** e.g. `203.0.113.x` */
  readonly place?: string | undefined
}

/** `gone`: used, expired or unknown. */
export type NoticeReply =
  | (NoticeSubject & {
      readonly status: 'open' | 'done'
      /** Id of the app's project. */
      readonly project?: string | undefined
      readonly kind: NoticeKind
      /** The user's language. */
      readonly language: Language
      /** When it happened: milliseconds since the epoch. */
      readonly at?: number | undefined
    })
  | { readonly status: 'gone' }

/** A notice on a user's devices; its texts are in the user's language. */
export type NoticeEntry = NoticeSubject & {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly title: string
  readonly text: string
  /** Action of its button; absent if there is none, or it was carried out. */
  readonly act?: { readonly kind: NoticeKind; readonly label: string; readonly advice: string } | undefined
  /** Not dismissed on this device yet. */
  readonly isNew: boolean
}

export type NoticeList = {
  readonly language: Language
  /** URL of the wallet page. */
  readonly account: string
  /** Newest first. */
  readonly notices: readonly NoticeEntry[]
  /** While the owner's freeze lasts: milliseconds since the epoch. */
  readonly frozenUntil?: number | undefined
}

/** The text direction of a language, as in `dir`. */
export function toDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
