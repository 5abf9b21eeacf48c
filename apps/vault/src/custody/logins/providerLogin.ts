import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { toNetwork } from '@latchkey/server-kit/http'
import type { User } from '../../protocol/custody.js'
import { type LoginProvider, type LoginUse, toLoginName } from '../../protocol/login.js'
import { appendAudit } from '../audit/appendAudit.js'
import { toMac } from '../crypto/seal.js'
import { type Call, getTrustedUserId } from '../devices/caller.js'
import { isOwnPage } from '../devices/statement.js'
import { CallError } from '../errors/callError.js'
import { assertNotFrozen } from '../freezes/walletFreeze.js'
import { limits, takeSlots } from '../limits/limits.js'
import { toAccountUrl } from '../mail/emails.js'
import { announce } from '../notices/announce.js'
import type { Subject } from '../providers/provider.js'
import { addLogin, findLogin, type LoginRow, toLoginLock, touchLogin } from '../users/login.js'
import { lockUser } from '../users/user.js'
import { createUser, type FactorNeeded, getUser, openFirstFactor, upgradeGuest } from './openSession.js'

export type ProviderLogin = {
  readonly provider: LoginProvider
  /** Proven. */
  readonly subject: Subject
  /** The logged-in user who started it, and its use; null for a plain login. */
  readonly within: { readonly userId: string; readonly use: 'link' | 'again' } | null
  readonly entry: Readonly<Record<string, string>>
}

/**
 * Logs in a user identified by a provider, in the caller's transaction: to the wallet that this login opens, or to a
 * new one, but never to one that merely has the same email address.
 */
export async function logInByProvider(
  call: Call,
  client: Queryable,
  { provider, subject, within, entry }: ProviderLogin,
): Promise<User | FactorNeeded> {
  const { custody, caller } = call
  const { project, session } = caller
  // two devices that log in for the first time get one user
  await lockOn(client, [toLoginLock({ project, ...subject })])
  const login = await touch()
  if (within) {
    if (session?.userId !== within.userId || caller.isResumed)
      throw new CallError('Sign in again to do this', { code: 'RESUMED' })
    if (within.use === 'link') return linkLogin(call, client, { provider, subject, userId: within.userId, login })
    if (login?.user_id !== within.userId)
      throw new CallError(`This ${toLoginName(provider, custody.providers)} account isn’t linked to this wallet.`, {
        code: 'OTHER_LOGIN',
      })
  }
  const userId = login?.user_id ?? (await createUser(custody, client, { project, login: { provider, ...subject } }))
  const loginId = (login ?? (await find()))?.id ?? ''
  return openFirstFactor(call, client, { userId, isNew: !login, by: provider, loginId, entry })

  function find(): Promise<LoginRow | undefined> {
    return findLogin(custody, client, { project, ...subject })
  }

  /** The login, if it still exists: another page may have removed it a moment ago. */
  async function touch(): Promise<LoginRow | undefined> {
    const found = await find()
    // in the order in which others lock them
    if (found) await lockUser(client, found.user_id)
    const isThere = found && (await touchLogin(custody, client, { id: found.id, name: subject.name }))
    return isThere ? found : undefined
  }
}

type LinkToMake = {
  readonly provider: LoginProvider
  /** Proven. */
  readonly subject: Subject
  readonly userId: string
  /** The existing login of this subject. */
  readonly login: LoginRow | undefined
}

/** Adds a login to a wallet, in the caller's transaction, and notifies the user, who can remove it again. */
async function linkLogin(
  { custody, caller, requester }: Call,
  client: Queryable,
  { provider, subject, userId, login }: LinkToMake,
): Promise<User> {
  const { deviceId, project } = caller
  if (login && login.user_id !== userId)
    throw new CallError(
      `This ${toLoginName(provider, custody.providers)} account is already linked to another wallet.`,
      {
        code: 'LOGIN_TAKEN',
      },
    )
  if (login) return getUser(custody, client, userId)
  await lockUser(client, userId)
  await assertNotFrozen(custody, client, userId)
  const loginId = await addLogin(custody, client, { ...subject, userId, project, provider })
  await upgradeGuest(custody, client, { userId, loginId })
  await announce(custody, client, {
    event: 'login.linked',
    project,
    userId,
    requester,
    byDevice: deviceId,
    loginId,
    login: provider,
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

/**
 * Returns the user. Throws `NOT_HERE` outside the vault's own page and, to add a login, the errors of
 * {@link assertNotFrozen}.
 */
export async function admitUser(
  { custody, caller }: Pick<Call, 'custody' | 'caller'>,
  use: NonNullable<LoginUse['use']>,
): Promise<string> {
  if (!isOwnPage(custody, caller))
    throw new CallError(`Do this at ${toAccountUrl(custody, caller.project)}.`, { code: 'NOT_HERE' })
  const userId = getTrustedUserId(caller)
  if (use === 'link') await assertNotFrozen(custody, custody.database, userId)
  return userId
}

/** Counts a provider login of a device and of its source. Throws `TOO_MANY`. */
export async function admitLogin({ custody, caller: { deviceId }, ip }: Call): Promise<void> {
  const slots = [
    { limit: limits.social, subject: Buffer.from(deviceId) },
    { limit: limits.socialFrom, subject: toMac(custody.keys.tokens, ['network', toNetwork(ip)]) },
  ]
  await custody.database.inTransaction((client) => takeSlots(client, { slots, now: custody.now() }))
}
