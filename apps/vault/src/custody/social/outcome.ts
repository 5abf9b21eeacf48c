import { createHash, timingSafeEqual } from 'node:crypto'
import type { Custody } from '../custody.js'
import type { Subject } from '../providers/provider.js'
import type { ProviderFault } from '../providers/toProviderFault.js'
import { type AttemptRow, attemptTimes, sealPart, unsealPart } from './attempt.js'

/** What became of a login at its provider. Sealed, so that who writes to the database makes none and alters none. */
export type Outcome = {
  /** Milliseconds since the epoch, of the answer or of the confirmation. */
  readonly at: number
  /** Of the code that goes with the popup's message, hex. */
  readonly codeHash: string
  /** The visitor has said in the popup that it was them who began it. */
  readonly isConfirmed: boolean
} & ({ readonly subject: Subject } | ProviderFault)

export function readOutcome(custody: Pick<Custody, 'keys' | 'instance'>, { id, outcome }: AttemptRow): Outcome | null {
  return outcome && unsealPart<Outcome>(custody, outcome, { id, part: 'outcome' })
}

export function sealOutcome(custody: Pick<Custody, 'keys' | 'instance'>, outcome: Outcome, id: string): Buffer {
  return sealPart(custody, outcome, { id, part: 'outcome' })
}

export function isInTime({ now }: Pick<Custody, 'now'>, { at }: Outcome): boolean {
  return now() - at < attemptTimes.result
}

/** Whether the provider may still answer. */
export function isOpen({ now }: Pick<Custody, 'now'>, { stage, created_at }: AttemptRow): boolean {
  return (stage === 'open' || stage === 'asked') && now() - Number(created_at) < attemptTimes.whole
}

export function toCodeHash(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

/** Compares in a time that says nothing. */
export function isCode({ codeHash }: Outcome, code: string): boolean {
  return timingSafeEqual(Buffer.from(codeHash), Buffer.from(toCodeHash(code)))
}
