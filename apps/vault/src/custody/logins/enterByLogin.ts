import type { LoginProvider, User } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { openSession } from '../login/openSession.js'
import { providerNames, type Subject } from '../providers/provider.js'
import { createUser } from '../users/createUser.js'
import { getUser } from '../users/getUser.js'
import { addLogin, findLogin, touchLogin } from './login.js'

export type Entrance = {
  readonly provider: LoginProvider
  /** Proven. */
  readonly subject: Subject
  /** Whose wallet gets this as one more login; null where somebody logs in. */
  readonly linkUser: string | null
  readonly entry: Readonly<Record<string, string>>
}

/**
 * Lets in whom a provider vouched for: to the wallet that this login opens, or to a new one. Never to one that has merely the same
 * address of mail. In the transaction of the caller.
 */
export async function enterByLogin(
  call: Call,
  client: Queryable,
  { provider, subject, linkUser, entry }: Entrance,
): Promise<User> {
  const { custody, caller } = call
  const { project } = caller
  const { issuer } = subject
  // two devices that log in for the first time get one user
  await lockOn(client, [`login ${JSON.stringify([project, issuer, subject.subject])}`])
  const login = await findLogin(custody, client, { project, ...subject })
  if (login) await touchLogin(custody, client, { id: login.id, name: subject.name })
  if (linkUser !== null) return link()
  const userId = login?.user_id ?? (await createUser(custody, client, { project, login: { provider, ...subject } }))
  return openSession(call, client, { userId, isNew: !login, by: provider, entry })

  async function link(): Promise<User> {
    const { deviceId, session } = caller
    if (session?.userId !== linkUser || caller.isResumed)
      throw new CustodyFault('Sign in again to do this', { code: 'RESUMED' })
    if (login && login.user_id !== linkUser)
      throw new CustodyFault(`This ${providerNames[provider]} account opens another wallet already.`, {
        code: 'LOGIN_TAKEN',
      })
    if (!login) {
      const id = await addLogin(custody, client, { ...subject, userId: linkUser, project, provider })
      await appendAudit(custody, client, {
        event: 'login.linked',
        user: linkUser,
        device: deviceId,
        login: id,
        provider,
      })
    }
    return getUser(custody, client, linkUser)
  }
}
