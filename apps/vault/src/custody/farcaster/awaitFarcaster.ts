import { setTimeout as sleep } from 'node:timers/promises'
import type { CustodyResult } from '../../protocol/custody.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { enterByLogin } from '../logins/enterByLogin.js'
import type { Subject } from '../providers/provider.js'
import { toReport } from '../providers/toReport.js'
import { toShownName } from '../providers/toShownName.js'
import { assertRow } from '../sealing/rowMac.js'
import { findSession } from '../sessions/session.js'
import { type AttemptRow, attemptTimes, takeAttempt, unsealPart } from '../social/attempt.js'
import { isOpen } from '../social/outcome.js'
import { readUse } from '../social/use.js'
import { getUser } from '../users/getUser.js'
import { readFid } from './readFid.js'
import { createRegistries } from './registries.js'
import { readChannel } from './relay.js'
import type { FarcasterSecrets } from './startFarcaster.js'

/** Milliseconds of real time: a caller waits, whatever the clock says. */
const wait = { whole: 20_000, step: 1_000 } as const

/** Waits until somebody has signed in on a phone, and logs them in on this device. */
export async function awaitFarcaster(call: Call): Promise<CustodyResult<'farcaster.wait'>> {
  const { custody, caller, signal } = call
  for (let waited = 0; ; waited += wait.step) {
    const [attempt] = await custody.database.query<AttemptRow>(
      'SELECT * FROM login_attempts WHERE device_id = $1 ORDER BY place_in_order DESC LIMIT 1',
      [caller.deviceId],
    )
    if (attempt?.provider !== 'farcaster')
      throw new CustodyFault('This login is no longer valid. Please start again.', { code: 'NO_LOGIN' })
    assertRow(custody.keys, 'login_attempts', attempt)
    const done = attempt.stage === 'used' ? await repeat(call, attempt) : await look(call, attempt)
    if (done) return done
    if (waited >= wait.whole || signal.aborted) return { status: 'pending' }
    await sleep(wait.step, undefined, { signal }).catch(() => undefined)
  }
}

type Done = CustodyResult<'farcaster.wait'>

async function look(call: Call, attempt: AttemptRow): Promise<Done | undefined> {
  const { custody } = call
  const { farcaster } = custody
  if (!farcaster) throw new CustodyFault('This wallet has no login with Farcaster.', { code: 'NO_PROVIDER' })
  const expired = new CustodyFault('The code has expired. Please start again.', { code: 'NO_LOGIN' })
  if (!isOpen(custody, attempt)) throw expired
  const secrets = unsealPart<FarcasterSecrets>(custody, attempt.secrets, { id: attempt.id, part: 'secrets' })
  const status = await readChannel(farcaster.relayUrl, secrets.channelToken).catch((cause: unknown) => {
    custody.warn(toReport('farcaster', cause))
    throw new CustodyFault('Farcaster does not answer. Please try again.', {
      code: 'UNAVAILABLE',
      retryAfter: 2,
      cause,
    })
  })
  if (!status) throw expired
  const { state, message, signature, username } = status
  if (state === 'pending' || message === undefined || signature === undefined) return undefined
  const registries = createRegistries(farcaster.rpcUrl)
  const answer = { ...secrets, message, signature, now: custody.now() }
  const read = await readFid(answer, registries).catch((cause: unknown) => {
    custody.warn(toReport('farcaster', cause))
    const text = 'It cannot be checked right now who signed in. Please try again.'
    throw new CustodyFault(text, { code: 'UNAVAILABLE', retryAfter: 2, cause })
  })
  if ('fault' in read) {
    await custody.database.query("UPDATE login_attempts SET stage = 'ended' WHERE id = $1", [attempt.id])
    throw new CustodyFault(`Farcaster did not prove who you are. ${read.fault}`, { code: 'SOCIAL_REFUSED' })
  }
  // what the relay calls them; who has no name is known by their id
  const name = toShownName(username) ?? `!${read.fid}`
  return enter(call, attempt, { issuer: 'farcaster', subject: read.fid, name })
}

async function enter(call: Call, attempt: AttemptRow, subject: Subject): Promise<Done | undefined> {
  const { custody } = call
  return custody.database.inTransaction(async (client) => {
    const rows = await client.query(
      "UPDATE login_attempts SET stage = 'used', used_at = $2 WHERE id = $1 AND stage = 'open' RETURNING 1",
      [attempt.id, custody.now()],
    )
    // another wait of the same login was first: the next look finds what it did
    if (rows.length === 0) return undefined
    const entry = { attempt: attempt.id }
    const within = readUse(custody, attempt)
    const gone = new CustodyFault('This login is no longer valid. Please start again.', { code: 'NO_LOGIN' })
    const user = await takeAttempt(custody, attempt, gone, () =>
      enterByLogin(call, client, { provider: 'farcaster', subject, within, entry }),
    )
    return { status: 'done', user }
  })
}

/** The same answer for a minute, as a reply may have been lost. */
async function repeat({ custody, caller }: Call, { used_at }: AttemptRow): Promise<Done> {
  const session = await findSession(custody, custody.database, caller)
  if (!session || custody.now() - Number(used_at) > attemptTimes.repeat)
    throw new CustodyFault('This login is no longer valid. Please start again.', { code: 'NO_LOGIN' })
  return { status: 'done', user: await getUser(custody, custody.database, session.userId) }
}
