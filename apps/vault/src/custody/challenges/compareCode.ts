import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import type { Caller } from '../devices/findCaller.js'
import { getWait } from '../limits/getWait.js'
import { limits } from '../limits/limits.js'
import { addSlots, lockSlots } from '../limits/takeSlots.js'
import { assertRow } from '../sealing/rowMac.js'
import { isSameMac } from '../sealing/toMac.js'
import { type ChallengeRow, challengeTimes, mostAttempts, type Purpose } from './challenge.js'
import { toCodeMac } from './code.js'

export type CodeToCompare = { readonly caller: Caller; readonly purpose: Purpose; readonly code: string }

export type ComparedCode = {
  readonly challenge: ChallengeRow
  /** Counted as a wrong one, until it is used. */
  readonly counted: readonly string[]
}

const wrong = (): CustodyFault => new CustodyFault('Invalid code', { code: 'CODE_WRONG' })

/**
 * Gives the challenge that a code is right for. Each comparison is counted, on disk, before it is made: of any number of
 * parallel ones three are. What is no code of six digits is not compared, and costs nothing. Throws CustodyFault.
 */
export async function compareCode(custody: Custody, { caller, purpose, code }: CodeToCompare): Promise<ComparedCode> {
  const digits = code.trim()
  if (!/^[0-9]{6}$/.test(digits)) throw wrong()
  const { database, keys } = custody
  const compared = await database.inTransaction((client) => countAttempt(custody, client, { caller, purpose }))
  const { challenge } = compared
  if (isSameMac(challenge.code_mac, toCodeMac(keys, challenge, digits))) return compared
  await database.inTransaction((client) =>
    appendAudit(custody, client, { event: 'login.wrongCode', device: caller.deviceId, challenge: challenge.id }),
  )
  throw wrong()
}

async function countAttempt(
  custody: Custody,
  client: Queryable,
  { caller, purpose }: Omit<CodeToCompare, 'code'>,
): Promise<ComparedCode> {
  const now = custody.now()
  const [challenge] = await client.query<ChallengeRow>(
    `SELECT * FROM challenges WHERE device_id = $1 AND purpose = $2 AND code_mac IS NOT NULL AND state IN ('open', 'used')
     ORDER BY place_in_order DESC LIMIT 1 FOR UPDATE`,
    [caller.deviceId, purpose],
  )
  const none = new CustodyFault('Ask for a code first.', { code: 'NO_CHALLENGE' })
  if (!challenge) throw none
  assertRow(custody.keys, 'challenges', challenge)
  if (challenge.state === 'used') {
    const isOver = now - Number(challenge.used_at) >= challengeTimes.repeat || challenge.repeats >= mostAttempts
    if (isOver) throw none
    await client.query('UPDATE challenges SET repeats = repeats + 1 WHERE id = $1', [challenge.id])
    return { challenge, counted: [] }
  }
  if (now >= Number(challenge.code_expires_at))
    throw new CustodyFault('The code has expired. Ask for another one.', { code: 'CODE_EXPIRED' })
  const spent = new CustodyFault('That were too many wrong codes. Ask for another one.', { code: 'CODE_SPENT' })
  if (challenge.attempts >= mostAttempts) throw spent
  const slots = [{ limit: limits.wrongCode, subject: challenge.email_index }]
  await lockSlots(client, slots)
  const wait = await getWait(client, { limit: limits.wrongCode, subject: challenge.email_index, now })
  // whoever has pressed a link in the mailbox is let go on: nobody locks its owner out
  if (wait > 0 && challenge.approved_at === null) throw spent
  await client.query('UPDATE challenges SET attempts = attempts + 1 WHERE id = $1', [challenge.id])
  return { challenge, counted: await addSlots(client, { slots, now }) }
}

/** Uses a challenge up. False where a parallel call has just done so: then that one's result counts. */
export async function useChallenge(
  { now }: Pick<Custody, 'now'>,
  { query }: Queryable,
  { challenge, counted }: ComparedCode,
): Promise<boolean> {
  const used = await query(
    "UPDATE challenges SET state = 'used', used_at = $2 WHERE id = $1 AND state = 'open' RETURNING 1",
    [challenge.id, now()],
  )
  if (used.length > 0) await query('DELETE FROM limit_events WHERE id = ANY($1)', [counted])
  return used.length > 0
}
