import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import type { Asker } from '../mail/letters.js'
import { announce } from '../notices/announce.js'
import { voidMailLinks } from '../notices/mailLink.js'
import { endSession } from '../sessions/session.js'
import { findEmailIdentity } from '../users/identity.js'
import { lockUser } from '../users/lockUser.js'
import { listLogins } from './login.js'

export type LoginToRemove = {
  readonly userId: string
  /** `email`, or the id of a login elsewhere. */
  readonly loginId: string
  /** Where somebody asked for it; absent where a link of a mail did. */
  readonly deviceId?: string | undefined
  readonly asker?: Asker | undefined
}

/**
 * Takes a login off: it opens the wallet no more, and who came by it is logged out. The last one stays, also where two are taken off at
 * once. False where the wallet has no such login. Its user is notified; where the mailbox itself went, by a link there that brings it back.
 * Throws `LAST_LOGIN`.
 */
export async function removeLogin(
  custody: Custody,
  client: Queryable,
  { userId, loginId, deviceId, asker }: LoginToRemove,
): Promise<boolean> {
  await lockUser(client, userId)
  const identity = await findEmailIdentity(custody, client, userId)
  const logins = await listLogins(custody, client, userId)
  const login = logins.find(({ id }) => id === loginId)
  const isMailbox = loginId === 'email' && identity !== undefined
  if (!login && !isMailbox) return false
  if (logins.length + (identity ? 1 : 0) < 2)
    throw new CustodyFault('This is the only login of your wallet: add another one first.', { code: 'LAST_LOGIN' })
  const mailbox = identity && unsealEmail(custody, identity.email, userId)
  if (login) await client.query('DELETE FROM logins WHERE id = $1', [loginId])
  else await client.query('DELETE FROM identities WHERE user_id = $1', [userId])
  await endSessions(client, { userId, loginId })
  if (!login) {
    await client.query("DELETE FROM challenges WHERE user_id = $1 AND state = 'open'", [userId])
    await voidMailLinks(client, userId)
  }
  const provider = login?.provider ?? 'email'
  const { project } = login ?? identity ?? { project: '' }
  await announce(custody, client, {
    ...{ event: 'login.removed', project, userId, asker, byDevice: deviceId, login: provider },
    ...(!login && mailbox !== undefined && { others: [{ email: mailbox, text: 'login.removed', undo: true }] }),
  })
  await appendAudit(custody, client, {
    ...{ event: 'login.removed', user: userId, login: loginId, provider },
    ...(deviceId !== undefined && { device: deviceId }),
  })
  return true
}

/** Those that came by a login, and those of which nobody knows by which. After it is gone, so that none comes in between. */
async function endSessions(
  client: Queryable,
  { userId, loginId }: Pick<LoginToRemove, 'userId' | 'loginId'>,
): Promise<void> {
  const sessions = await client.query<{ device_id: string }>(
    'SELECT device_id FROM sessions WHERE user_id = $1 AND (login_id = $2 OR login_id IS NULL)',
    [userId, loginId],
  )
  for (const { device_id } of sessions) await endSession(client, device_id)
}
