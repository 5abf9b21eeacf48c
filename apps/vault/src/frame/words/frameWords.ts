import type { CustodyErrorCode } from '../../protocol/custody.js'
import type { PasskeyFailure } from '../../protocol/passkeyWindow.js'
import type { Translated } from '../../words/say.js'
import type { FactorWords } from '../approval/createFactorForm.js'
import type { en } from './en.js'

/** Refusals by custody on the frame's screens, including those that keep a request from being shown. */
export type FrameRefusalKey = Extract<CustodyErrorCode, 'REVERTS' | 'POLICY' | 'SPEND_LIMIT' | 'SELF_CUSTODY_NEEDED'>

/** The texts in a language other than English, where custody's own sentences are shown. */
export type FrameTranslation = Translated<typeof en> & { readonly refusals: Readonly<Record<FrameRefusalKey, string>> }

/** Texts that the account page has too, and that are translated there. */
export type SharedWords = {
  readonly cancel: string
  readonly continue: string
  readonly checkAgain: string
  readonly email: string
  readonly sendCode: string
  readonly enterCode: string
  readonly sixDigits: string
  readonly unlock: string
  readonly unlockTitle: string
  readonly printedCode: string
  /** Error for an invalid printed code. */
  readonly badCode: string
  readonly requestConfirmation: string
  readonly verify: string
  /** Texts of the forms for passkeys and second factors. */
  readonly factor: FactorWords
  readonly errors: { readonly unknown: string; readonly passkey: { readonly [failure in PasskeyFailure]: string } }
}

/** The texts of the frame, whichever its language. `refusals` are absent in English. */
export type FrameWords = typeof en & {
  readonly shared: SharedWords
  readonly refusals?: Readonly<Record<string, string>> | undefined
}
