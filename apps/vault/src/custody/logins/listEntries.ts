import type { LoginEntry } from '../../protocol/account.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import type { Session } from '../sessions/session.js'
import { findEmailIdentity } from '../users/identity.js'
import { listLogins, readLoginName } from './login.js'

/** By what the user of a session can log in: the mailbox first, then the login that was used last. */
export async function listEntries(
  custody: Custody,
  client: Queryable,
  { userId, loginId }: Pick<Session, 'userId' | 'loginId'>,
): Promise<readonly LoginEntry[]> {
  const identity = await findEmailIdentity(custody, client, userId)
  const logins = await listLogins(custody, client, userId)
  const mailbox: readonly LoginEntry[] = identity
    ? [
        {
          ...{ id: 'email', provider: 'email', isThis: loginId === 'email' },
          ...{ name: unsealEmail(custody, identity.email, userId), since: Number(identity.changed_at) },
        },
      ]
    : []
  const others = logins.map((login): LoginEntry => {
    const name = readLoginName(custody, login)
    const { id, provider, linked_at } = login
    return { id, provider, ...(name !== undefined && { name }), since: Number(linked_at), isThis: loginId === id }
  })
  return [...mailbox, ...others]
}
