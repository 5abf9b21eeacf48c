import type { FactorWords } from '../../frame/approval/createFactorForm.js'
import type { CustodyErrorCode, CustodyMethod } from '../../protocol/custody.js'
import type { Translated } from '../../words/say.js'
import type { en } from './en.js'

/** Refusals by custody on these pages: by code, or by call and code if the code alone is ambiguous. */
export type RefusalKey =
  | Extract<
      CustodyErrorCode,
      | ('CODE_WRONG' | 'CODE_EXPIRED' | 'CODE_SPENT' | 'NO_CHALLENGE' | 'TOO_MANY' | 'INVALID_EMAIL' | 'EMAIL_TAKEN')
      | ('MAIL_FAILED' | 'NO_SESSION' | 'RESUMED' | 'NO_PROVIDER' | 'SOCIAL_REFUSED' | 'SOCIAL_FAILED' | 'NO_LOGIN')
      | ('LOGIN_TAKEN' | 'OTHER_LOGIN' | 'LAST_LOGIN' | 'PASSKEY_UNKNOWN' | 'PASSKEY_REFUSED' | 'FROZEN' | 'LOCKED')
      | ('WALLET_FROZEN' | 'NEW_DEVICE' | 'NO_APPROVAL' | 'NOT_HERE' | 'INVALID_PARAMS' | 'NOT_ALLOWED' | 'UNAVAILABLE')
      | ('STALE_STATEMENT' | 'INVALID_PHONE' | 'PHONE_NOT_ALLOWED' | 'SMS_FAILED')
    >
  | Extract<
      `${CustodyMethod} ${CustodyErrorCode}`,
      'wallets.import INVALID_PARAMS' | 'logins.remove NOT_ALLOWED' | 'passkey.start NOT_ALLOWED'
    >

/** `{time}`: how long to wait. */
export type Refusals = Readonly<Record<RefusalKey, string>>

/** The texts in a language other than English, where custody's own sentences are shown. */
export type Translation = Translated<typeof en> & { readonly refusals: Refusals }

/** The texts of a page, whichever its language. */
export type AccountWords = typeof en & { readonly refusals?: Refusals | undefined }

/** Texts of the form for a second factor, on the account page and in the frame. */
export function toFactorWords({ common, factor, passkey }: AccountWords): FactorWords {
  return {
    passkey: { label: factor.passkey, choose: factor.passkeyOther },
    totp: { label: factor.totp, choose: factor.totpOther },
    backup: { label: factor.backup, choose: factor.backupOther },
    use: passkey.use,
    cancel: common.cancel,
    submit: common.continue,
  }
}
