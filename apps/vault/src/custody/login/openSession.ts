import type { User } from '../../protocol/custody.js'
import type { LoginProvider } from '../../protocol/login.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { Call } from '../calls/call.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { enrolKey } from '../devices/enrolKey.js'
import { announce } from '../notices/announce.js'
import { assertNotFrozen } from '../notices/freeze.js'
import { startSession } from '../sessions/session.js'
import { findDeviceUser, rememberDevice } from '../users/deviceUser.js'
import { assertActive } from '../users/frozen.js'
import { getUser } from '../users/getUser.js'
import { findEmailIdentity } from '../users/identity.js'
import { setLanguage } from '../users/language.js'

export type NewSession = {
  readonly userId: string
  /** Made in this very transaction. */
  readonly isNew: boolean
  readonly by: 'email' | LoginProvider
  /** `email`, or the id of the login elsewhere. */
  readonly loginId: string
  /** What the audit log names it by. */
  readonly entry: Readonly<Record<string, string>>
}

/** Logs a user in on a device, whichever way they came, in the transaction of the caller. Notifies the user of a device that is new. */
export async function openSession(
  { custody, caller, asker }: Call,
  client: Queryable,
  { userId, isNew, by, loginId, entry }: NewSession,
): Promise<User> {
  const { deviceId, project } = caller
  const { browser, place } = asker
  const known = await findDeviceUser(custody, client, { deviceId, userId })
  const identity = await findEmailIdentity(custody, client, userId)
  const isNews = !isNew && (!known || known.since < Number(identity?.changed_at ?? 0))
  if (!isNew) await (known ? assertActive : assertNotFrozen)(custody, client, userId)
  await startSession(custody, client, { deviceId, userId, thumbprint: caller.thumbprint, loginId })
  if (!known || isNews) await rememberDevice(custody, client, { deviceId, userId, browser, place })
  await enrolKey(custody, client, { deviceId, thumbprint: caller.thumbprint, isResumed: false })
  if (asker.language) await setLanguage(custody, client, { userId, language: asker.language })
  if (isNew) await appendCreated(custody, client, userId)
  const user = await getUser(custody, client, userId)
  if (isNews)
    await announce(custody, client, {
      event: 'login.done',
      project,
      userId,
      asker,
      byDevice: deviceId,
      deviceId,
      login: by,
    })
  await appendAudit(custody, client, { event: 'login.done', user: userId, device: deviceId, by, ...entry })
  return user
}

/** A wallet opens once the log names it. */
async function appendCreated(custody: Custody, client: Queryable, userId: string): Promise<void> {
  const [wallet] = await client.query<{ id: string }>('SELECT id FROM wallets WHERE user_id = $1', [userId])
  if (!wallet) throw new Error('A user has no wallet.')
  await appendAudit(custody, client, { event: 'user.created', user: userId, wallet: wallet.id, version: 1 })
}
