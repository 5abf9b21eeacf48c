const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

type Kind =
  | 'mail'
  | 'mailFrom'
  | 'wrongCode'
  | 'sign'
  | 'prepare'
  | 'reject'
  | 'coolDown'
  | 'device'
  | 'social'
  | 'hold'
  | 'unlock'
  | 'unlockRequest'

export type Limit = {
  /** What is counted. */
  readonly kind: Kind
  /** At most so many within so many milliseconds. */
  readonly rules: readonly { readonly most: number; readonly within: number }[]
}

/** A limit of somebody. */
export type Slot = { readonly limit: Limit; readonly subject: Uint8Array }

/** What may be done how often. [security.md §3.5] */
export const limits: Readonly<Record<Kind, Limit>> = {
  /** Mails to one mailbox that somebody asked for. */
  mail: {
    kind: 'mail',
    rules: [
      { most: 1, within: 30 * second },
      { most: 5, within: hour },
      { most: 10, within: day },
    ],
  },
  /** Mails that somebody at one address of the internet asked for. */
  mailFrom: { kind: 'mailFrom', rules: [{ most: 20, within: hour }] },
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
  /** Transfers of one user that begin a hold: each is notified by email. */
  hold: { kind: 'hold', rules: [{ most: 20, within: day }] },
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
  /** New devices from one address of the internet. */
  device: { kind: 'device', rules: [{ most: 600, within: hour }] },
}
