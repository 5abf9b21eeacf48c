import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { User } from '../../protocol/custody.js'
import type { FactorKind } from '../../protocol/factor.js'
import type { LoginKind } from '../../protocol/login.js'
import { listBitcoinAccounts } from '../../signing/bitcoin/accounts.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import { appendAudit } from '../audit/appendAudit.js'
import { toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import type { Call } from '../devices/caller.js'
import { enrollKey } from '../devices/device.js'
import { findSessions, moveSessions, startSession } from '../devices/session.js'
import { findFactors } from '../factors/factors.js'
import { applyLoss } from '../factors/loss.js'
import { assertActive } from '../freezes/operatorFreeze.js'
import { assertNotFrozen } from '../freezes/walletFreeze.js'
import { isSealed } from '../keys/host/keyHost.js'
import { unsealEmail } from '../mail/address.js'
import { announce } from '../notices/announce.js'
import { addPasskey, listPasskeys, type NewPasskey } from '../passkeys/passkey.js'
import { findDeviceUser, rememberDevice } from '../users/deviceUser.js'
import { findEmailIdentity, writeIdentity } from '../users/identity.js'
import { addLogin, listLogins, type NewLogin, readLoginName } from '../users/login.js'
import { claimUser, getUserRow, setLanguage } from '../users/user.js'
import { createWallet, type PreparedWallet, prepareWallet } from '../wallets/createWallet.js'
import { findAccounts } from '../wallets/selfCustody.js'
import { findWallet } from '../wallets/wallet.js'

type NewSession = {
  readonly userId: string
  /** Created in this transaction. */
  readonly isNew: boolean
  readonly by: LoginKind
  /** `email`, or the id of the provider login or passkey. */
  readonly loginId: string
  /** Additional fields of the audit entry. */
  readonly entry: Readonly<Record<string, string>>
}

/** The login waits for one of these second factors. */
export type FactorNeeded = { readonly needs: readonly FactorKind[] }

export function isFactorNeeded(outcome: User | FactorNeeded): outcome is FactorNeeded {
  return 'needs' in outcome
}

/**
 * Logs a user in on a device with their first factor, in the caller's transaction. A user with a second one has to present it on a device
 * that is new to them, within 15 minutes: see factorLogin.ts.
 */
export async function openFirstFactor(call: Call, client: Queryable, login: NewSession): Promise<User | FactorNeeded> {
  const { custody, caller } = call
  const { userId, loginId, by, entry } = login
  const { deviceId, thumbprint, isResumed } = caller
  const place = await findPlace(call, client, login)
  // an app's page can take a token that resumes a device elsewhere
  const needs = place.isNews || isResumed ? await listNeeded(custody, client, userId) : []
  if (needs.length === 0) return openAt(call, client, { ...login, ...place })
  await startSession(custody, client, { deviceId, userId, thumbprint, loginId, needsFactor: true })
  await appendAudit(custody, client, { event: 'login.waiting', user: userId, device: deviceId, by, ...entry })
  return { needs }
}

/**
 * Logs a user in on a device with a login that is two factors, such as a passkey that verifies its user, in the caller's transaction.
 * Notifies the user if the device is new.
 */
export async function openSession(call: Call, client: Queryable, login: NewSession): Promise<User> {
  return openAt(call, client, { ...login, ...(await findPlace(call, client, login)) })
}

type Place = {
  /** Whether the device is one of the user's. */
  readonly isKnown: boolean
  /** Whether it isn't, or is older than the user's email address. */
  readonly isNews: boolean
}

type OpenedPlace = Place & {
  /** Whether this is the first login of a user whom the app created. */
  readonly isClaim: boolean
}

/** Returns the status of the device for the user. Throws `WALLET_FROZEN` and `FROZEN`. */
async function findPlace(
  { custody, caller: { deviceId } }: Call,
  client: Queryable,
  { userId, isNew }: Pick<NewSession, 'userId' | 'isNew'>,
): Promise<OpenedPlace> {
  const known = await findDeviceUser(custody, client, { deviceId, userId })
  const identity = await findEmailIdentity(custody, client, userId)
  const { unclaimed_since: unclaimedSince } = await getUserRow(custody, client, userId)
  // whoever logs in to a pregenerated wallet for the first time is as new as if they had just signed up
  const isClaim = unclaimedSince !== null
  if (!isNew) await (known ? assertActive : assertNotFrozen)(custody, client, userId)
  const isNews = !isNew && !isClaim && (!known || known.since < Number(identity?.changed_at ?? 0))
  return { isKnown: known !== undefined, isNews, isClaim }
}

async function openAt(call: Call, client: Queryable, login: NewSession & OpenedPlace): Promise<User> {
  const { custody, caller } = call
  const { userId, loginId, isNew, isKnown, isClaim, by, entry } = login
  const { deviceId, thumbprint } = caller
  await startSession(custody, client, { deviceId, userId, thumbprint, loginId })
  if (isNew) await appendCreated(custody, client, userId)
  if (isClaim) {
    await claimUser(custody, client, userId)
    await appendAudit(custody, client, { event: 'user.created', user: userId, by, pregenerated: 1 })
  }
  await admitDevice(call, client, { ...login, entry: { ...(!isKnown && { newDevice: 1 }), ...entry } })
  return getUser(custody, client, userId)
}

async function listNeeded(custody: Custody, client: Queryable, userId: string): Promise<readonly FactorKind[]> {
  await applyLoss(custody, client, userId)
  return (await findFactors(custody, client, userId))?.kinds ?? []
}

/** Repeats the reply to a login, as it may have been lost. Undefined if no user is logged in on this device. */
export async function repeatLogin(
  { custody, caller }: Call,
  client: Queryable,
): Promise<User | FactorNeeded | undefined> {
  const { session, waiting } = await findSessions(custody, client, caller)
  if (session) return getUser(custody, client, session.userId)
  return waiting && { needs: await listNeeded(custody, client, waiting.userId) }
}

type AdmittedDevice = Pick<NewSession, 'userId' | 'by'> &
  Place & { readonly entry: Readonly<Record<string, string | number>> }

/** Makes the device one of the user's, once a session is open there. Notifies the user if it is new. */
export async function admitDevice(
  { custody, caller, requester }: Call,
  client: Queryable,
  { userId, isKnown, isNews, by, entry }: AdmittedDevice,
): Promise<void> {
  const { deviceId, project } = caller
  const { browser, place } = requester
  if (!isKnown || isNews) await rememberDevice(custody, client, { deviceId, userId, browser, place })
  await enrollKey(custody, client, { deviceId, thumbprint: caller.thumbprint, isResumed: false })
  if (requester.language) await setLanguage(custody, client, { userId, language: requester.language })
  if (isNews)
    await announce(custody, client, {
      event: 'login.done',
      project,
      userId,
      requester,
      byDevice: deviceId,
      deviceId,
      login: by,
    })
  await appendAudit(custody, client, { event: 'login.done', user: userId, device: deviceId, by, ...entry })
}

/** A wallet opens only once the log names it. */
async function appendCreated(custody: Custody, client: Queryable, userId: string): Promise<void> {
  const [wallet] = await client.query<{ id: string }>('SELECT id FROM wallets WHERE user_id = $1', [userId])
  if (!wallet) throw new Error('A user has no wallet.')
  await appendAudit(custody, client, { event: 'user.created', user: userId, wallet: wallet.id, version: 1 })
}

/** The login of a new user. */
export type FirstLogin =
  | { readonly email: string }
  | { readonly login: Omit<NewLogin, 'userId' | 'project'> }
  /** `userId`: the one that the passkey was created for. */
  | { readonly passkey: NewPasskey; readonly name: string; readonly userId: string }

type NewUser = FirstLogin & {
  readonly project: string
  /** The app's data about a user whom it creates before they log in. */
  readonly pregenerated?:
    | { readonly externalId: string | null; readonly joinedAt: number | null; readonly wallet: PreparedWallet }
    | undefined
}

/** Creates a user with a login and a wallet, in the caller's transaction. Returns the user's id. */
export async function createUser(
  custody: Pick<Custody, 'keys' | 'keyHost' | 'holders' | 'instance' | 'now'>,
  client: Queryable,
  { project, pregenerated, ...first }: NewUser,
): Promise<string> {
  const { keys, now } = custody
  const id = 'passkey' in first ? first.userId : (pregenerated?.wallet.user_id ?? randomBytes(16).toString('hex'))
  const created_at = now()
  const user = {
    id,
    project,
    created_at,
    unclaimed_since: pregenerated ? created_at : null,
    external_id: pregenerated?.externalId ?? null,
    joined_at: pregenerated?.joinedAt ?? null,
  }
  await client.query(
    'INSERT INTO users (id, project, created_at, unclaimed_since, external_id, joined_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [...Object.values(user), toRowMac(keys, 'users', user)],
  )
  if ('login' in first) await addLogin(custody, client, { ...first.login, userId: id, project })
  else if ('passkey' in first) await addPasskey(custody, client, { ...first, project })
  else await writeIdentity(custody, client, { userId: id, project, email: first.email })
  const wallet = pregenerated?.wallet ?? (await prepareWallet(custody, { userId: id, project }))
  await createWallet(custody, client, wallet)
  return id
}

/** A user's own profile. */
export async function getUser(custody: Custody, client: Queryable, userId: string): Promise<User> {
  const identity = await findEmailIdentity(custody, client, userId)
  const [login] = await listLogins(custody, client, userId)
  if (!identity && !login && (await listPasskeys(custody, client, userId)).length === 0)
    throw new Error('A user has no login.')
  const username = login && readLoginName(custody, login)
  const wallet = await findWallet(custody, client, userId)
  const accounts = await findAccounts(custody, client, wallet)
  return {
    email: identity ? unsealEmail(custody, identity.email, userId) : null,
    ...(login && { provider: login.provider }),
    ...(username !== undefined && { username }),
    accounts: [
      { namespace: 'eip155', address: accounts.eip155 },
      { namespace: 'solana', address: accounts.solana },
      ...custody.networks.flatMap(({ caipNetworkId: chain }) =>
        listBitcoinAccounts(wallet.bip122, chain).map(({ purpose, address, publicKey, path }) => {
          return { namespace: 'bip122' as const, chain, address, purpose, publicKey, path }
        }),
      ),
    ],
    smartAccount: toSmartAccount(accounts).address,
    ...(accounts.selfCustody && { isSelfCustodial: true as const }),
    ...(isSealed(wallet) && { isSealed: true as const }),
  }
}

/**
 * Makes a guest a user like any other, once a login was added: the browser alone no longer opens the wallet. Sessions stay, as if they had
 * come by the new login. Returns false, and does nothing, for other users.
 */
export async function upgradeGuest(
  custody: Custody,
  client: Queryable,
  { userId, loginId }: { readonly userId: string; readonly loginId: string },
): Promise<boolean> {
  const logins = await listLogins(custody, client, userId)
  const guests = logins.filter(({ provider }) => provider === 'guest')
  for (const { id, provider } of guests) {
    await moveSessions(custody, client, { userId, from: id, to: loginId })
    await client.query('DELETE FROM logins WHERE id = $1', [id])
    await appendAudit(custody, client, { event: 'login.removed', user: userId, login: id, provider })
  }
  return guests.length > 0
}
