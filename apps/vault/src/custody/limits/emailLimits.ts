import type { Limit, Rule } from './limits.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Limits on emails sent at users' request, by kind. */
export type EmailLimits = {
  /** To one mailbox, from all browsers in which its owner never logged in, so that it can't be flooded. */
  readonly mailbox: readonly Rule[]
  /** Of {@link EmailLimits.mailbox}, by one source (an IPv4 address or a /64), so that one source can't use it up. */
  readonly sourceAndMailbox: readonly Rule[]
  /** To one mailbox, from one browser in which its owner has logged in or approved a link: strangers can't use it up. */
  readonly knownDevice: readonly Rule[]
  /** To all mailboxes, by one source, from unknown browsers. */
  readonly source: readonly Rule[]
}

export const defaultEmailLimits: EmailLimits = {
  mailbox: [
    { max: 1, within: 30 * second },
    { max: 5, within: hour },
    { max: 10, within: day },
  ],
  sourceAndMailbox: [
    { max: 4, within: hour },
    { max: 6, within: day },
  ],
  knownDevice: [
    { max: 1, within: 30 * second },
    { max: 5, within: hour },
    { max: 10, within: day },
  ],
  source: [
    { max: 100, within: hour },
    { max: 500, within: day },
  ],
}

/** The same limits, with the kind that each is counted as. */
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

/** Parses rules such as `1/30s, 5/h, 10/d`: that many within that time. Null if malformed. */
export function parseRules(text: string): readonly Rule[] | null {
  const rules = text.split(',').map((part): Rule | null => {
    const [, max, count = '1', unit] = /^\s*(\d{1,6})\s*\/\s*(\d{1,3})?\s*([smhd])\s*$/.exec(part) ?? []
    const within = Number(count) * (units[unit as keyof typeof units] ?? 0)
    return max === undefined || Number(max) === 0 || within === 0 || within > 7 * day
      ? null
      : { max: Number(max), within }
  })
  return rules.every((rule) => rule !== null) ? rules : null
}
