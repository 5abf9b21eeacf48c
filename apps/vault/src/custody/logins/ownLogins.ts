import type { Queryable } from '@latchkey/server-kit/database'
import type { LoginEntry } from '../../protocol/account.js'
import type { CustodyParams } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertSettledDevice, isFresh, takeProof } from '../challenges/proof.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId } from '../devices/caller.js'
import { endSession, type Session } from '../devices/session.js'
import { CallError } from '../errors/callError.js'
import { assertNotLastFactor } from '../factors/factors.js'
import { assertNotFrozen } from '../freezes/walletFreeze.js'
import { unsealEmail } from '../mail/address.js'
import type { Requester } from '../mail/emails.js'
import { announce } from '../notices/announce.js'
import { voidMailLinks } from '../notices/mailLink.js'
import { listPasskeys, renamePasskey } from '../passkeys/passkey.js'
import { findEmailIdentity } from '../users/identity.js'
import { listLogins, readLoginName } from '../users/login.js'
import { getUserRow, lockUser } from '../users/user.js'
import { assertNotLastOwner } from '../wallets/selfCustody.js'

/** Lists the logins of a session's user: the mailbox first, then passkeys, then providers; the most recently used first. */
export async function listOwnLogins(
  custody: Custody,
  client: Queryable,
  { userId, loginId }: Pick<Session, 'userId' | 'loginId'>,
): Promise<readonly LoginEntry[]> {
  const identity = await findEmailIdentity(custody, client, userId)
  const logins = await listLogins(custody, client, userId)
  const mailbox: readonly LoginEntry[] = identity
    ? [
        {
          id: 'email',
          provider: 'email',
          isThis: loginId === 'email',
          name: unsealEmail(custody, identity.email, userId),
          since: Number(identity.changed_at),
        },
      ]
    : []
  const others = logins.map((login): LoginEntry => {
    const name = readLoginName(custody, login)
    const { id, provider, linked_at } = login
    return { id, provider, ...(name !== undefined && { name }), since: Number(linked_at), isThis: loginId === id }
  })
  const passkeys = (await listPasskeys(custody, client, userId)).map(
    ({ id, name, createdAt, usedAt, isSynced }): LoginEntry => ({
      ...{ id, provider: 'passkey', name, since: createdAt, isSynced, isThis: loginId === id },
      ...(usedAt !== undefined && { usedAt }),
    }),
  )
  return [...mailbox, ...passkeys, ...others]
}

/** Renames a passkey of the user. */
export async function renameOwnLogin(
  { custody, caller }: Call,
  { id, name }: CustodyParams<'logins.rename'>,
): Promise<Record<string, never>> {
  const userId = getTrustedUserId(caller)
  await custody.database.inTransaction(async (client) => {
    if (!(await renamePasskey(custody, client, { userId, id, name })))
      throw new CallError('Your wallet doesn’t have this passkey.', { code: 'NO_LOGIN' })
    await appendAudit(custody, client, { event: 'passkey.renamed', user: userId, login: id, device: caller.deviceId })
  })
  return {}
}

/**
 * Removes a login from the user's wallet. Requires a fresh proof on a device that is at least a day old, so that an intruder can't lock the
 * owner out; the login that was just used to prove it can be removed at once.
 */
export async function removeOwnLogin(
  call: Call,
  { id, code, proof }: CustodyParams<'logins.remove'>,
): Promise<Record<string, never>> {
  const { custody, caller, requester } = call
  await assertMayRemove(call, custody.database, id)
  const { userId, use } = await takeProof(call, { purpose: 'unlink', code, proof })
  const removed = await custody.database.inTransaction(async (client) => {
    await assertMayRemove(call, client, id)
    await use(client)
    return removeLogin(custody, client, { userId, loginId: id, deviceId: caller.deviceId, requester })
  })
  if (!removed) throw new CallError('Your wallet doesn’t have this login.', { code: 'NO_LOGIN' })
  return {}
}

/** Throws `FROZEN` on a device that is less than a day old, and within a day after the email address was changed. */
async function assertMayRemove({ custody, caller }: Call, client: Queryable, loginId: string): Promise<void> {
  // the code proves the mailbox
  const isProven = loginId === 'email' || (caller.session?.loginId === loginId && isFresh(custody, caller))
  if (isProven) await assertNotFrozen(custody, client, getTrustedUserId(caller))
  else await assertSettledDevice(custody, client, caller)
}

type LoginToRemove = {
  readonly userId: string
  /** `email`, or the id of a provider login or passkey. */
  readonly loginId: string
  /** The device that requested it; undefined for a link in an email. */
  readonly deviceId?: string | undefined
  readonly requester?: Requester | undefined
}

/**
 * Removes a login: it no longer opens the wallet, and its sessions end. The last login stays, even if two are removed at once. Returns
 * false if the wallet has no such login. Notifies the user; if the mailbox was removed, by a link there that restores it. Throws
 * `LAST_LOGIN`, and `NOT_ALLOWED` for the passkey that owns the smart account, or is the only one as a second factor.
 */
export async function removeLogin(
  custody: Custody,
  client: Queryable,
  { userId, loginId, deviceId, requester }: LoginToRemove,
): Promise<boolean> {
  await lockUser(client, userId)
  const identity = await findEmailIdentity(custody, client, userId)
  const logins = await listLogins(custody, client, userId)
  const passkeys = await listPasskeys(custody, client, userId)
  const login = logins.find(({ id }) => id === loginId)
  const isPasskey = passkeys.some(({ id }) => id === loginId)
  const isMailbox = loginId === 'email' && identity !== undefined
  if (!login && !isPasskey && !isMailbox) return false
  if (logins.length + passkeys.length + (identity ? 1 : 0) < 2)
    throw new CallError('This is your only login. Add another one first.', { code: 'LAST_LOGIN' })
  if (isPasskey) {
    await assertNotLastOwner(custody, client, { userId, passkeyId: loginId })
    await assertNotLastFactor(custody, client, { userId, passkeyId: loginId })
  }
  const mailbox = identity && unsealEmail(custody, identity.email, userId)
  if (login) await client.query('DELETE FROM logins WHERE id = $1', [loginId])
  else if (isPasskey) await client.query('DELETE FROM passkeys WHERE id = $1', [loginId])
  else await client.query('DELETE FROM identities WHERE user_id = $1', [userId])
  await endSessions(client, { userId, loginId })
  if (isMailbox) {
    await client.query("DELETE FROM challenges WHERE user_id = $1 AND state = 'open'", [userId])
    await voidMailLinks(client, userId)
  }
  const provider = login?.provider ?? (isPasskey ? 'passkey' : 'email')
  const { project } = await getUserRow(custody, client, userId)
  await announce(custody, client, {
    event: 'login.removed',
    project,
    userId,
    requester,
    byDevice: deviceId,
    login: provider,
    ...(isMailbox && mailbox !== undefined && { others: [{ email: mailbox, text: 'login.removed', undo: true }] }),
  })
  await appendAudit(custody, client, {
    event: 'login.removed',
    user: userId,
    login: loginId,
    provider,
    ...(deviceId !== undefined && { device: deviceId }),
  })
  return true
}

/** Ends the sessions of a login, and those whose login is unknown. Runs after the login is gone, so that none is added in between. */
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
