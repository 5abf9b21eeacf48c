import type { AccountPurpose } from '../../protocol/account.js'

/** What a code is for. It is of no use for anything else. */
export type Purpose = 'login' | 'primary' | 'secondary' | AccountPurpose

export type ChallengeRow = {
  readonly id: string
  readonly device_id: string
  readonly purpose: Purpose
  readonly project: string
  readonly email_index: Buffer
  readonly email: Buffer
  readonly user_id: string | null
  readonly change_id: string | null
  readonly next_index: Buffer | null
  readonly next_email: Buffer | null
  readonly origin: string
  readonly browser: string
  readonly place: string | null
  /** `sending` until a mail server took it, then `open` until `used` or `replaced` by a newer one. With its session it is removed. */
  readonly state: 'sending' | 'open' | 'used' | 'replaced'
  readonly link_hash: Buffer | null
  readonly link_expires_at: string | null
  readonly approved_at: string | null
  readonly code_mac: Buffer | null
  readonly code_expires_at: string | null
  readonly code_claimed_at: string | null
  readonly code_sent_at: string | null
  readonly attempts: number
  readonly repeats: number
  readonly used_at: string | null
  readonly created_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

/** Milliseconds. [security.md §3.5] */
export const challengeTimes = {
  link: 600_000,
  /** In which no second link is asked for by the same device and mailbox. */
  approval: 600_000,
  code: 600_000,
  /** The same code gives the same answer for so long, as a reply may have been lost. */
  repeat: 60_000,
  /** After which the process that was about to mail a code counts as gone. */
  claim: 15_000,
  kept: 3_600_000,
} as const

export const mostAttempts = 3

/** What one approved link is good for in attempts, however many codes follow it. */
export const mostAttemptsOfLink = 15
