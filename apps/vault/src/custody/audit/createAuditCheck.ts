import type { Keys } from '../keys/keys.js'
import { isSameMac } from '../sealing/toMac.js'
import { toAuditHash } from './appendAudit.js'

type Entry = {
  readonly seq: string | number
  readonly at: string | number
  readonly event: string
  readonly entry: string
  readonly hash: Buffer
}

export type AuditCheck = {
  /** The next entry. Throws where it is not, or was changed. */
  readonly add: (entry: Entry) => void
  readonly count: () => number
  /** Of the last entry: kept elsewhere, it shows later whether entries were cut off at the end. */
  readonly last: () => Buffer | undefined
}

/** Follows the audit log from its first entry on. */
export function createAuditCheck({ audit }: Pick<Keys, 'audit'>): AuditCheck {
  let [count, previous] = [0, undefined as Buffer | undefined]
  return {
    add: ({ seq, at, event, entry, hash }) => {
      const row = { seq: Number(seq), at: Number(at), event, entry, previous }
      if (Number(seq) !== count + 1 || !isSameMac(hash, toAuditHash(audit, row)))
        throw new Error(`Entry ${seq} of the audit log is not the one that was written after entry ${count}.`)
      count += 1
      previous = hash
    },
    count: () => count,
    last: () => previous,
  }
}
