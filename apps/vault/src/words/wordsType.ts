import type { NoticeText } from '../custody/notices/events.js'
import type { AccountPurpose } from '../protocol/account.js'
import type { NoticeKind } from '../protocol/notice.js'

/** An email that the user waits for. */
type AskedWords = {
  readonly subject: string
  readonly lead: string
  /** Validity: for how long, and on which site. */
  readonly terms: string
}

/** Texts of the action of a notice's link, or of its button on a device. */
export type ActWords = {
  /** Label of the link or button. */
  readonly label: string
  /** Shown before it. */
  readonly advice: string
  /** The page behind the link: its title, the effect, and the title once it is done. */
  readonly question: string
  readonly lead: string
  readonly done: string
}

/** The texts of emails and notices in one language, with placeholders in braces. */
export type Words = {
  /** Known facts about the requester. */
  readonly facts: {
    /** `{label}` and `{value}`. */
    readonly pair: string
    readonly site: string
    readonly browser: string
    readonly place: string
    readonly login: string
    readonly until: string
    /** Time at which the started change takes effect. */
    readonly due: string
    readonly time: string
  }
  /** Below each requested code or link. */
  readonly notYou: string
  readonly link: AskedWords & {
    readonly label: string
    /** The page behind the link. */
    readonly page: {
      readonly question: string
      readonly lead: string
      readonly validFor: string
      /** Label of the button. */
      readonly approve: string
      readonly notYou: string
      /** Below `page.goneLead`. */
      readonly startAgain: string
      /** Once it is approved. `{site}`: the app's host. */
      readonly done: string
      readonly doneLead: string
      readonly close: string
      readonly back: string
    }
  }
  readonly login: AskedWords
  readonly sms: {
    /** `{code}` and `{site}`: the app's host. Short, as a text message has 70 characters in some languages. */
    readonly login: string
  }
  readonly primary: AskedWords
  readonly secondary: AskedWords
  readonly guest: AskedWords
  readonly account: Omit<AskedWords, 'lead'> & { readonly leads: Readonly<Record<AccountPurpose, string>> }
  readonly notices: Readonly<Record<NoticeText, { readonly title: string; readonly text: string }>>
  readonly acts: Readonly<Record<NoticeKind, ActWords>>
  readonly emailLogin: string
  readonly passkeyLogin: string
  /** Label of the link to the wallet page. */
  readonly wallet: string
  readonly page: {
    readonly gone: string
    readonly goneLead: string
    /** Once it is done. */
    readonly next: string
    /** Below the button. */
    readonly wasYou: string
  }
}
