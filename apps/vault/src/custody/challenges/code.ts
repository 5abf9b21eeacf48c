import { randomInt } from 'node:crypto'
import type { Keys } from '../keys/keys.js'
import { toMac } from '../sealing/toMac.js'
import type { ChallengeRow } from './challenge.js'

/** Six digits. */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

type Bound = Pick<ChallengeRow, 'id' | 'device_id' | 'purpose' | 'change_id' | 'next_index'>

/** All that is kept of a code. The same digits give another value for every challenge, device, purpose and new address. */
export function toCodeMac(
  { codes }: Keys,
  { id, device_id, purpose, change_id, next_index }: Bound,
  code: string,
): Buffer {
  return toMac(codes, [id, device_id, purpose, change_id, next_index, code])
}
