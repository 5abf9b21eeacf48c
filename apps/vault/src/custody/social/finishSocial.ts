import { setTimeout as sleep } from 'node:timers/promises'
import type { CustodyParams, CustodyResult, User } from '../../protocol/custody.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { Queryable } from '../database/queryable.js'
import { enterByLogin } from '../logins/enterByLogin.js'
import type { ProviderFault } from '../providers/toProviderFault.js'
import { assertRow } from '../sealing/rowMac.js'
import { findSession } from '../sessions/session.js'
import { getUser } from '../users/getUser.js'
import { type AttemptRow, attemptTimes, takeAttempt, toStateHash } from './attempt.js'
import { isCode, isInTime, isOpen, readOutcome } from './outcome.js'
import { readUse } from './use.js'

/** Milliseconds of real time: a caller waits, whatever the clock says. */
const wait = { whole: 20_000, step: 250 } as const
/** Milliseconds in which a popup that is cut off has said so. */
const settling = 2_000

/**
 * Fetches the outcome of a login, on the device that began it: with the code of the popup's message; or by the state alone, once the
 * visitor has confirmed it in a popup that the app's page cannot reach. Good once, for a minute. [security.md B5]
 */
export async function finishSocial(
  call: Call,
  params: CustodyParams<'social.finish'>,
): Promise<CustodyResult<'social.finish'>> {
  for (let waited = 0; ; waited += wait.step) {
    const result = await call.custody.database.inTransaction((client) => fetchOutcome(call, client, params))
    // thrown here, as what was used has to stay so
    if (result.status === 'failed') throw toFault(result)
    if (result.status === 'done') return result
    const mayCome = result.isAlone || result.isSettling
    if (!mayCome || waited >= wait.whole || call.signal.aborted) return { status: 'pending', isAlone: result.isAlone }
    await sleep(wait.step, undefined, { signal: call.signal }).catch(() => undefined)
  }
}

type Fetched =
  | Extract<CustodyResult<'social.finish'>, { readonly status: 'done' }>
  | { readonly status: 'pending'; readonly isAlone: boolean; readonly isSettling: boolean }
  | ({ readonly status: 'failed' } & ProviderFault)

async function fetchOutcome(
  call: Call,
  client: Queryable,
  { state, code }: CustodyParams<'social.finish'>,
): Promise<Fetched> {
  const { custody, caller } = call
  const { keys, now } = custody
  const gone = new CustodyFault('This login is no longer valid. Please start again.', { code: 'NO_LOGIN' })
  const [attempt] = await client.query<AttemptRow>(
    "SELECT * FROM login_attempts WHERE state_hash = $1 AND device_id = $2 AND provider <> 'farcaster' FOR UPDATE",
    [toStateHash(custody, state), caller.deviceId],
  )
  if (!attempt) throw gone
  assertRow(keys, 'login_attempts', attempt)
  const outcome = readOutcome(custody, attempt)
  if (!outcome) {
    if (code !== undefined || !isOpen(custody, attempt)) throw gone
    return toPending(attempt)
  }
  if (code === undefined ? !outcome.isConfirmed && 'subject' in outcome : !isCode(outcome, code)) {
    // who answers in a popup that nobody reaches has ten minutes to confirm it
    const isLate = now() - Number(attempt.created_at) >= attemptTimes.whole
    if (code !== undefined || attempt.stage !== 'answered' || isLate) throw gone
    return toPending(attempt)
  }
  const within = readUse(custody, attempt)
  const use = within && { use: within.use }
  if (attempt.stage === 'used') return { status: 'done', user: await repeat(), ...use }
  if (attempt.stage !== 'answered' || !isInTime(custody, outcome)) throw gone
  await client.query("UPDATE login_attempts SET stage = 'used', used_at = $2 WHERE id = $1", [attempt.id, now()])
  if ('fault' in outcome) return { status: 'failed', ...outcome }
  const { provider, id } = attempt
  const user = await takeAttempt(custody, attempt, gone, () =>
    enterByLogin(call, client, { provider, subject: outcome.subject, within, entry: { attempt: id } }),
  )
  return { status: 'done', user, ...use }

  async function repeat(): Promise<User> {
    const isRepeat = attempt !== undefined && now() - Number(attempt.used_at) <= attemptTimes.repeat
    const session = isRepeat ? await findSession(custody, client, caller) : undefined
    if (!session || (outcome && 'fault' in outcome)) throw gone
    return getUser(custody, client, session.userId)
  }

  function toPending({ is_alone: isAlone, popup_hash, created_at }: AttemptRow): Fetched {
    const isSettling = popup_hash !== null && now() - Number(created_at) < settling
    return { status: 'pending', isAlone, isSettling }
  }
}

function toFault({ fault, isRefusal }: ProviderFault): CustodyFault {
  return new CustodyFault(fault, { code: isRefusal ? 'SOCIAL_REFUSED' : 'SOCIAL_FAILED' })
}
