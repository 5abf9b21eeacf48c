import { setTimeout as sleep } from 'node:timers/promises'
import type { CustodyResult } from '../../protocol/custody.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { ChallengeRow } from '../challenges/challenge.js'
import { assertRow } from '../sealing/rowMac.js'
import { mailCode } from './mailCode.js'

/** Milliseconds of real time: a caller waits, whatever the clock says. */
const wait = { whole: 20_000, step: 750 } as const

/** Waits until the mailed link was approved, and has mailed the code then. */
export async function awaitDevice(call: Call): Promise<CustodyResult<'email.device'>> {
  const { custody, caller, signal } = call
  const { database, keys, now } = custody
  for (let waited = 0; ; waited += wait.step) {
    const [challenge] = await database.query<ChallengeRow>(
      `SELECT * FROM challenges WHERE device_id = $1 AND purpose = 'login' AND state = 'open'
       ORDER BY place_in_order DESC LIMIT 1`,
      [caller.deviceId],
    )
    if (!challenge) throw new CustodyFault('Ask for a link first.', { code: 'NO_CHALLENGE' })
    assertRow(keys, 'challenges', challenge)
    // a code went out at once, or has by now
    if (challenge.code_sent_at !== null) return { status: 'approved' }
    if (challenge.approved_at !== null && (await mailCode(call, challenge))) return { status: 'approved' }
    if (challenge.approved_at === null && now() >= Number(challenge.link_expires_at))
      throw new CustodyFault('The link has expired. Ask for another one.', { code: 'CODE_EXPIRED' })
    if (waited >= wait.whole || signal.aborted) return { status: 'pending' }
    // who is no longer there is waited for by nobody
    await sleep(wait.step, undefined, { signal }).catch(() => undefined)
  }
}
