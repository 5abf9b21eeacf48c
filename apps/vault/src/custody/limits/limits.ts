const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Limits that the operator sets: see emailLimits.ts. */
type EmailKind = 'mail' | 'mailFrom' | 'mailFromTo' | 'mailKnown'

type Kind =
  | 'wrongCode'
  | 'sign'
  | 'prepare'
  | 'reject'
  | 'coolDown'
  | 'device'
  | 'social'
  | 'socialFrom'
  | 'hold'
  | 'limitNotice'
  | 'unlock'
  | 'unlockRequest'

/** At most so many within so many milliseconds. */
export type Rule = { readonly most: number; readonly within: number }

export type Limit = {
  /** What is counted. */
  readonly kind: Kind | EmailKind
  readonly rules: readonly Rule[]
}

/** A limit of somebody. */
export type Slot = { readonly limit: Limit; readonly subject: Uint8Array }

/** What may be done how often. [security.md §3.5] */
export const limits: Readonly<Record<Kind, Limit>> = {
  /** Of one mailbox; then a link has to be pressed first, on known devices too. */
  wrongCode: { kind: 'wrongCode', rules: [{ most: 10, within: day }] },
  sign: { kind: 'sign', rules: [{ most: 30, within: minute }] },
  prepare: { kind: 'prepare', rules: [{ most: 60, within: minute }] },
  /** Of one site's requests by one user, with no approval between them. */
  reject: { kind: 'reject', rules: [{ most: 3, within: hour }] },
  coolDown: { kind: 'coolDown', rules: [{ most: 1, within: minute }] },
  /** Logins by other providers that one device begins. */
  social: {
    kind: 'social',
    rules: [
      { most: 20, within: 10 * minute },
      { most: 60, within: hour },
    ],
  },
  /** The same from one source, whatever its devices: each begins something at a provider. */
  socialFrom: { kind: 'socialFrom', rules: [{ most: 300, within: hour }] },
  /** Transfers of one user that begin a hold: each is notified by email. */
  hold: { kind: 'hold', rules: [{ most: 20, within: day }] },
  /** Notices of one user that a limit was reached. */
  limitNotice: { kind: 'limitNotice', rules: [{ most: 1, within: day }] },
  /** Factors that one device tries on a sealed wallet. */
  unlock: { kind: 'unlock', rules: [{ most: 20, within: 10 * minute }] },
  /** By one new device, that another one confirms it: each is notified by email. */
  unlockRequest: {
    kind: 'unlockRequest',
    rules: [
      { most: 3, within: hour },
      { most: 10, within: day },
    ],
  },
  /** New devices from one source. Where nobody logs in they are kept for a day. */
  device: {
    kind: 'device',
    rules: [
      { most: 600, within: hour },
      { most: 3_000, within: day },
    ],
  },
}
