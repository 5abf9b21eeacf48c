import type { CustodyResult } from '../../protocol/custody.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { type ComparedCode, compareCode, useChallenge } from '../challenges/compareCode.js'
import type { Custody } from '../custody.js'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { findFormerOwner, toFrozen } from '../notices/freeze.js'
import { finishRecovery } from '../recovery/finishRecovery.js'
import { findSession } from '../sessions/session.js'
import { createUser } from '../users/createUser.js'
import { getUser } from '../users/getUser.js'
import { findIdentity } from '../users/identity.js'
import { openSession } from './openSession.js'

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
  const session = await findSession(custody, client, caller)
  if (!session) throw new CustodyFault('Ask for a code first.', { code: 'NO_CHALLENGE' })
  return { user: await getUser(custody, client, session.userId) }
}

async function logIn(
  call: Call,
  client: Queryable,
  { challenge }: ComparedCode,
): Promise<CustodyResult<'email.verify'>> {
  const { custody, caller } = call
  const { project } = caller
  const email = unsealEmail(custody, challenge.email, challenge.id)
  // two devices that log in for the first time get one user
  await lockOn(client, [`mailbox ${project} ${challenge.email_index.toString('hex')}`])
  const identity = await findIdentity(custody, client, { project, emailIndex: challenge.email_index })
  const mailbox = { project, email, emailIndex: challenge.email_index }
  const known = identity?.user_id ?? (await finishRecovery(custody, client, mailbox))
  if (known === undefined) await assertFree(custody, client, mailbox)
  const userId = known ?? (await createUser(custody, client, { project, email }))
  const session = { userId, isNew: known === undefined, by: 'email', loginId: 'email' } as const
  return { user: await openSession(call, client, { ...session, entry: { challenge: challenge.id } }) }
}

/** Throws `FROZEN` where somebody may still go back to the address: a new wallet in its place would be in their way. */
async function assertFree(
  custody: Custody,
  client: Queryable,
  mailbox: { readonly project: string; readonly emailIndex: Uint8Array },
): Promise<void> {
  const former = await findFormerOwner(custody, client, mailbox)
  if (!former) return
  const why = 'This address was exchanged for another one: a link in its mailbox undoes that'
  throw toFrozen(why, former.until - custody.now())
}
