import type { User } from '../../protocol/custody.js'
import type { LoginProvider } from '../../protocol/login.js'
import { loginNames } from '../../protocol/login.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { lockOn } from '../database/lockOn.js'
import type { Queryable } from '../database/queryable.js'
import { openSession } from '../login/openSession.js'
import type { Subject } from '../providers/provider.js'
import { createUser } from '../users/createUser.js'
import { linkLogin } from './linkLogin.js'
import { findLogin, type LoginRow, touchLogin } from './login.js'

export type Entrance = {
  readonly provider: LoginProvider
  /** Proven. */
  readonly subject: Subject
  /** The user who was logged in when it began, and why they go to a provider; null where somebody logs in. */
  readonly within: { readonly userId: string; readonly use: 'link' | 'again' } | null
  readonly entry: Readonly<Record<string, string>>
}

/**
 * Lets in whom a provider vouched for: to the wallet that this login opens, or to a new one. Never to one that has merely the same
 * address of mail. In the transaction of the caller.
 */
export async function enterByLogin(
  call: Call,
  client: Queryable,
  { provider, subject, within, entry }: Entrance,
): Promise<User> {
  const { custody, caller } = call
  const { project, session } = caller
  // two devices that log in for the first time get one user
  await lockOn(client, [`login ${JSON.stringify([project, subject.issuer, subject.subject])}`])
  const login = await touch()
  if (within) {
    if (session?.userId !== within.userId || caller.isResumed)
      throw new CustodyFault('Sign in again to do this', { code: 'RESUMED' })
    if (within.use === 'link') return linkLogin(call, client, { provider, subject, userId: within.userId, login })
    if (login?.user_id !== within.userId)
      throw new CustodyFault(`This ${loginNames[provider]} account does not open this wallet.`, {
        code: 'OTHER_LOGIN',
      })
  }
  const userId = login?.user_id ?? (await createUser(custody, client, { project, login: { provider, ...subject } }))
  const loginId = (login ?? (await find()))?.id ?? ''
  return openSession(call, client, { userId, isNew: !login, by: provider, loginId, entry })

  function find(): Promise<LoginRow | undefined> {
    return findLogin(custody, client, { project, ...subject })
  }

  /** The login, if it still is one: another page may have taken it off a moment ago. */
  async function touch(): Promise<LoginRow | undefined> {
    const found = await find()
    const isThere = found && (await touchLogin(custody, client, { id: found.id, name: subject.name }))
    return isThere ? found : undefined
  }
}
