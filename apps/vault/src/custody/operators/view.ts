import type { OperatorParams, OperatorResult, UserItem } from '../../protocol/operators.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow } from '../crypto/rowMac.js'
import { listUserDevices } from '../devices/userDevices.js'
import { isSealed } from '../keys/host/keyHost.js'
import { parseEmail, toEmailIndex } from '../mail/address.js'
import { listPasskeys } from '../passkeys/passkey.js'
import { findEmailIdentity, type IdentityRow } from '../users/identity.js'
import { listLogins } from '../users/login.js'
import { findUserRow, type UserRow } from '../users/user.js'
import { findAccounts } from '../wallets/selfCustody.js'
import { findWallet, type WalletRow } from '../wallets/wallet.js'
import { isFrozenByKey } from './auditEvents.js'
import { type Actor, type OperatorContext, OperatorError } from './operator.js'

export type Viewer = { readonly actor: Actor }

/** Ids of users by id, email address, or account address, in full. */
async function findUsers(
  { database, keys }: OperatorContext,
  { text, project }: { readonly text: string; readonly project: string | undefined },
): Promise<readonly { readonly user: string; readonly project: string }[]> {
  const email = text.includes('@') ? parseEmail(text) : null
  if (email !== null) {
    const rows = await database.query<IdentityRow>(
      'SELECT * FROM identities WHERE email_index = $1 AND ($2::text IS NULL OR project = $2)',
      [toEmailIndex({ keys }, email), project ?? null],
    )
    for (const row of rows) assertRow(keys, 'identities', row)
    return rows.map((row) => ({ user: row.user_id, project: row.project }))
  }
  const condition = /^[0-9a-f]{32}$/.test(text)
    ? 'user_id = $1'
    : /^0x[0-9a-f]{40}$/i.test(text)
      ? 'lower(eip155) = lower($1)'
      : 'solana = $1'
  // several users may have imported the same account
  return database.query<{ user: string; project: string }>(
    `SELECT DISTINCT user_id AS user, project FROM wallets WHERE ${condition} AND ($2::text IS NULL OR project = $2)
     LIMIT 100`,
    [text, project ?? null],
  )
}

/** Finds one user. Throws `NO_USER` and `AMBIGUOUS`. */
export async function findUser(
  context: OperatorContext,
  { user: text, project }: OperatorParams<'GET /v1/user'>,
): Promise<string> {
  const found = await findUsers(context, { text, project })
  const [one] = found
  if (!one) throw new OperatorError('There is no such user.', { code: 'NO_USER' })
  if (found.length > 1)
    throw new OperatorError(
      text.includes('@')
        ? `This email address has a wallet in ${found.map((other) => other.project).join(', ')}. Name the project.`
        : `Several users have this account: ${found.map(({ user }) => user).join(', ')}. Name one of them by its id.`,
      { code: 'AMBIGUOUS' },
    )
  return one.user
}

type ListedWallet = WalletRow & { readonly user_id: string }

/** Lists users, newest first, without email addresses. */
async function listUsers(
  context: OperatorContext,
  { search, externalId, project, before, limit }: OperatorParams<'GET /v1/users'>,
): Promise<OperatorResult<'GET /v1/users'>> {
  const { database, keys } = context
  const found = search === undefined ? undefined : await findUsers(context, { text: search.trim(), project })
  const [time, id] = before?.split('.') ?? []
  const filters: readonly (readonly [condition: string, values: readonly unknown[]])[] = [
    ...(found ? [['id = ANY(?)', [found.map(({ user }) => user)]] as const] : []),
    ...(project !== undefined ? [['project = ?', [project]] as const] : []),
    ...(externalId !== undefined ? [['external_id = ?', [externalId]] as const] : []),
    ...(before !== undefined ? [['(created_at, id) < (?, ?)', [time, id]] as const] : []),
  ]
  let index = 0
  const where = filters.map(([condition]) => condition.replaceAll('?', () => `$${++index}`)).join(' AND ') || 'true'
  const rows = await database.query<UserRow>(
    `SELECT * FROM users WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $${index + 1}`,
    [...filters.flatMap(([, values]) => values), limit],
  )
  const wallets = await database.query<ListedWallet>(
    'SELECT * FROM wallets WHERE user_id = ANY($1) AND retired_at IS NULL',
    [rows.map((row) => row.id)],
  )
  for (const wallet of wallets) assertRow(keys, 'wallets', wallet)
  const byUser = new Map(wallets.map((wallet) => [wallet.user_id, wallet]))
  const users = rows.map((row): UserItem => {
    assertRow(keys, 'users', row)
    return toUserItem(row, byUser.get(row.id))
  })
  const last = rows.at(-1)
  return { users, ...(rows.length === limit && last && { next: `${last.created_at}.${last.id}` }) }
}

/** Like `listUsers`, for an operator; recorded in the audit log. */
export async function viewUsers(
  context: OperatorContext,
  { actor, ...params }: OperatorParams<'GET /v1/users'> & Viewer,
): Promise<OperatorResult<'GET /v1/users'>> {
  const list = await listUsers(context, params)
  const { search, externalId, project } = params
  await context.database.inTransaction((client) =>
    appendAudit(context, client, {
      event: 'users.viewed',
      users: list.users.length,
      ...(project !== undefined && { project }),
      // an email address stays out of the log
      ...(search !== undefined
        ? { by: search.includes('@') ? 'email' : 'id' }
        : externalId !== undefined && { by: 'external id' }),
      ...actor,
    }),
  )
  return list
}

/** Leaves out the email address. Both rows are authentic. */
export function toUserItem(row: UserRow, wallet: WalletRow | undefined): UserItem {
  const { id, project, created_at, frozen_at, unclaimed_since, external_id, joined_at } = row
  return {
    ...{ id, project, createdAt: Number(created_at), accounts: wallet ? toAccounts(wallet) : [] },
    ...(frozen_at !== null && { frozenAt: Number(frozen_at) }),
    ...(unclaimed_since !== null && { unclaimedSince: Number(unclaimed_since) }),
    ...(external_id !== null && { externalId: external_id }),
    ...(joined_at !== null && { joinedAt: Number(joined_at) }),
  }
}

function toAccounts({ eip155, solana }: Pick<WalletRow, 'eip155' | 'solana'>): UserItem['accounts'] {
  return [
    { namespace: 'eip155', address: eip155 },
    { namespace: 'solana', address: solana },
  ]
}

/** Returns the data of a user for an operator, without the email address. Viewing is recorded in the audit log. */
export async function viewUser(
  context: OperatorContext,
  params: OperatorParams<'GET /v1/user'> & Viewer,
): Promise<OperatorResult<'GET /v1/user'>> {
  const { database } = context
  const id = await findUser(context, params)
  const user = await findUserRow(context, database, id)
  if (!user || (params.project !== undefined && user.project !== params.project))
    throw new OperatorError('There is no such user.', { code: 'NO_USER' })
  const wallet = await findWallet(context, database, id)
  const logins = await listLogins(context, database, id)
  const passkeys = await listPasskeys(context, database, id)
  const isByKey = user.frozen_at !== null && (await isFrozenByKey(context, database, id))
  await noteView(context, { user: id, what: 'user' }, params.actor)
  return {
    ...toUserItem(user, wallet),
    smartAccount: toSmartAccount(await findAccounts(context, database, wallet)).address,
    hasMailbox: (await findEmailIdentity(context, database, id)) !== undefined,
    logins: [...passkeys.map(() => 'passkey'), ...logins.map(({ provider }) => provider)],
    isSealed: isSealed(wallet),
    ...(user.frozen_at !== null && { frozenBy: isByKey ? 'key' : 'operator' }),
  }
}

export async function viewDevices(
  context: OperatorContext,
  { user, actor }: { readonly user: string } & Viewer,
): Promise<OperatorResult<'GET /v1/devices'>> {
  await assertUser(context, user)
  await noteView(context, { user, what: 'devices' }, actor)
  return { devices: [...(await listUserDevices(context, user))] }
}

/** Throws `NO_USER`. */
export async function assertUser(context: OperatorContext, userId: string): Promise<void> {
  const user = await findUserRow(context, context.database, userId)
  if (!user) throw new OperatorError('There is no such user.', { code: 'NO_USER' })
}

/** Records in the audit log that an operator has looked at a user. */
export function noteView(
  context: OperatorContext,
  entry: { readonly user: string; readonly what: string },
  actor: Actor,
): Promise<void> {
  return context.database.inTransaction((client) =>
    appendAudit(context, client, { event: 'user.viewed', ...entry, ...actor }),
  )
}
