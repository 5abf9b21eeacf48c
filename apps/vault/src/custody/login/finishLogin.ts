import type { CustodyResult } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { type ComparedCode, compareCode, useChallenge } from '../challenges/compareCode.js'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { enrolKey } from '../devices/enrolKey.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { writeNewDeviceLetter } from '../mail/letters.js'
import { notify } from '../mail/notify.js'
import { findSession, startSession } from '../sessions/session.js'
import { createUser } from '../users/createUser.js'
import { isKnownDevice, rememberDevice } from '../users/deviceUser.js'
import { getUser } from '../users/getUser.js'
import { findIdentity } from '../users/identity.js'

/**
 * Logs in with a mailed code. All of it is one transaction: user, identity, wallet, device and session are there and on disk, or
 * nothing is. The same code gives the same answer again for a minute, however often and in parallel. [security.md F7, F8]
 */
export async function finishLogin(
  call: Call,
  { code }: { readonly code: string },
): Promise<CustodyResult<'email.verify'>> {
  const { custody, caller } = call
  const compared = await compareCode(custody, { caller, purpose: 'login', code })
  return custody.database.inTransaction(async (client) => {
    if (!(await useChallenge(custody, client, compared))) return repeat(call, client)
    return logIn(call, client, compared)
  })
}

async function repeat({ custody, caller }: Call, client: Queryable): Promise<CustodyResult<'email.verify'>> {
  const session = await findSession(custody, client, caller.deviceId)
  if (!session) throw new CustodyFault('Ask for a code first.', { code: 'NO_CHALLENGE' })
  return { user: await getUser(custody, client, session.userId) }
}

async function logIn(
  { custody, caller, asker }: Call,
  client: Queryable,
  { challenge }: ComparedCode,
): Promise<CustodyResult<'email.verify'>> {
  const { deviceId, project } = caller
  const email = unsealEmail(custody, challenge.email, challenge.id)
  // two devices that log in for the first time get one user
  await lockOn(client, [`mailbox ${project} ${challenge.email_index.toString('hex')}`])
  const identity = await findIdentity(custody, client, { project, emailIndex: challenge.email_index })
  const userId = identity?.user_id ?? (await createUser(custody, client, { project, email }))
  const isNews = identity !== undefined && !(await isKnownDevice(custody, client, { deviceId, userId }))
  await startSession(custody, client, { deviceId, userId })
  await rememberDevice(custody, client, { deviceId, userId })
  await enrolKey(custody, client, { deviceId, thumbprint: caller.thumbprint, isResumed: false })
  const user = await getUser(custody, client, userId)
  if (!identity) await appendAudit(custody, client, { event: 'user.created', user: userId })
  await appendAudit(custody, client, { event: 'login.done', user: userId, device: deviceId, challenge: challenge.id })
  if (isNews) notify(custody, { to: email, letter: writeNewDeviceLetter(asker) })
  return { user }
}
