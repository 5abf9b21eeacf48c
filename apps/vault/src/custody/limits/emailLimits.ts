import type { Limit, Rule } from './limits.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How many emails are sent at the request of users. Each kind has a budget of its own. */
export type EmailLimits = {
  /** To one mailbox from browsers where its owner never logged in, wherever they are: whoever asks, it isn't flooded. */
  readonly mailbox: readonly Rule[]
  /** Of {@link EmailLimits.mailbox}, at the request of one source (an IPv4 address or a /64), so that one source can't use it up. */
  readonly sourceAndMailbox: readonly Rule[]
  /** To one mailbox from one browser where its owner has logged in, or approved a link: no stranger uses this up. */
  readonly knownDevice: readonly Rule[]
  /** To all mailboxes together at the request of one source, from browsers that aren't known. */
  readonly source: readonly Rule[]
}

export const defaultEmailLimits: EmailLimits = {
  mailbox: [
    { most: 1, within: 30 * second },
    { most: 5, within: hour },
    { most: 10, within: day },
  ],
  sourceAndMailbox: [
    { most: 4, within: hour },
    { most: 6, within: day },
  ],
  knownDevice: [
    { most: 1, within: 30 * second },
    { most: 5, within: hour },
    { most: 10, within: day },
  ],
  source: [
    { most: 100, within: hour },
    { most: 500, within: day },
  ],
}

/** The same, by what each is counted as. */
export type CountedEmailLimits = { readonly [name in keyof EmailLimits]: Limit }

export function toCountedLimits(limits: EmailLimits): CountedEmailLimits {
  return {
    mailbox: { kind: 'mail', rules: limits.mailbox },
    sourceAndMailbox: { kind: 'mailFromTo', rules: limits.sourceAndMailbox },
    knownDevice: { kind: 'mailKnown', rules: limits.knownDevice },
    source: { kind: 'mailFrom', rules: limits.source },
  }
}

const units = { s: second, m: minute, h: hour, d: day } as const

/** Reads rules as `1/30s, 5/h, 10/d`: so many within that time. Null for what is none. */
export function parseRules(text: string): readonly Rule[] | null {
  const rules = text.split(',').map((part): Rule | null => {
    const [, most, count = '1', unit] = /^\s*(\d{1,6})\s*\/\s*(\d{1,3})?\s*([smhd])\s*$/.exec(part) ?? []
    const within = Number(count) * (units[unit as keyof typeof units] ?? 0)
    return most === undefined || Number(most) === 0 || within === 0 || within > 7 * day
      ? null
      : { most: Number(most), within }
  })
  return rules.every((rule) => rule !== null) ? rules : null
}
