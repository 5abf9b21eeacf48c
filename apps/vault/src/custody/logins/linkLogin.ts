import type { User } from '../../protocol/custody.js'
import type { LoginProvider } from '../../protocol/login.js'
import { loginNames } from '../../protocol/login.js'
import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import type { Queryable } from '../database/queryable.js'
import { announce } from '../notices/announce.js'
import { assertNotFrozen } from '../notices/freeze.js'
import type { Subject } from '../providers/provider.js'
import { getUser } from '../users/getUser.js'
import { lockUser } from '../users/lockUser.js'
import { addLogin, type LoginRow } from './login.js'

export type LinkToMake = {
  readonly provider: LoginProvider
  /** Proven. */
  readonly subject: Subject
  readonly userId: string
  /** What it opens already. */
  readonly login: LoginRow | undefined
}

/** Adds a login to a wallet, in the transaction of the caller, and notifies its user, who can take it off again. */
export async function linkLogin(
  { custody, caller, asker }: Call,
  client: Queryable,
  { provider, subject, userId, login }: LinkToMake,
): Promise<User> {
  const { deviceId, project } = caller
  if (login && login.user_id !== userId)
    throw new CustodyFault(`This ${loginNames[provider]} account opens another wallet already.`, {
      code: 'LOGIN_TAKEN',
    })
  if (login) return getUser(custody, client, userId)
  await lockUser(client, userId)
  await assertNotFrozen(custody, client, userId)
  const loginId = await addLogin(custody, client, { ...subject, userId, project, provider })
  await announce(custody, client, {
    ...{ event: 'login.linked', project, userId, asker, byDevice: deviceId, loginId, login: provider },
  })
  await appendAudit(custody, client, {
    event: 'login.linked',
    user: userId,
    device: deviceId,
    login: loginId,
    provider,
  })
  return getUser(custody, client, userId)
}
