import type { CustodyErrorCode } from '../../protocol/custody.js'
import type { PasskeyFailure } from '../../protocol/passkeyWindow.js'
import type { Translated } from '../../words/say.js'
import type { FactorWords } from '../approval/createFactorForm.js'
import type { en } from './en.js'

/** What custody refuses on the frame's screens. The reasons why a request isn't shown at all are among them. */
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
  /** What was typed isn't a printed code. */
  readonly badCode: string
  readonly requestConfirmation: string
  readonly verify: string
  /** What the forms for passkeys and second factors say. */
  readonly factor: FactorWords
  readonly errors: { readonly unknown: string; readonly passkey: { readonly [failure in PasskeyFailure]: string } }
}

/** The texts of the frame, whichever its language. `refusals` are absent in English. */
export type FrameWords = typeof en & {
  readonly shared: SharedWords
  readonly refusals?: Readonly<Record<string, string>> | undefined
}
