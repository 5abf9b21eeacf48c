import type { OperatorParams, OperatorResult } from '../../protocol/operators.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import { appendAudit, toAuditHash } from '../audit/appendAudit.js'
import { assertRow } from '../crypto/rowMac.js'
import { isSameMac } from '../crypto/seal.js'
import { listUserDevices } from '../devices/userDevices.js'
import { parseEmail, toEmailIndex } from '../mail/address.js'
import { findEmailIdentity, type IdentityRow } from '../users/identity.js'
import { listLogins } from '../users/login.js'
import { findUserRow } from '../users/user.js'
import { isSealed } from '../wallets/dek.js'
import { findWallet } from '../wallets/wallet.js'
import { type OperatorContext, OperatorError } from './operator.js'

type Viewer = { readonly operator: string }

/** Finds a user by id, email address, or account address. Throws `NO_USER` and `AMBIGUOUS`. */
export async function findUser(
  context: OperatorContext,
  { user: text, project }: OperatorParams<'GET /v1/user'>,
): Promise<string> {
  const { database } = context
  const email = text.includes('@') ? parseEmail(text) : null
  const none = new OperatorError('There is no such user.', { code: 'NO_USER' })
  if (email !== null) {
    const rows = await database.query<IdentityRow>(
      'SELECT * FROM identities WHERE email_index = $1 AND ($2::text IS NULL OR project = $2)',
      [toEmailIndex(context, email), project ?? null],
    )
    for (const row of rows) assertRow(context.keys, 'identities', row)
    const [one] = rows
    if (!one) throw none
    if (rows.length > 1)
      throw new OperatorError(
        `This email address has a wallet in ${rows.map((row) => row.project).join(', ')}. Name the project.`,
        { code: 'AMBIGUOUS' },
      )
    return one.user_id
  }
  const condition = /^[0-9a-f]{32}$/.test(text)
    ? 'user_id = $1'
    : /^0x[0-9a-f]{40}$/i.test(text)
      ? 'lower(eip155) = lower($1)'
      : 'solana = $1'
  const [row] = await database.query<{ user_id: string }>(`SELECT user_id FROM wallets WHERE ${condition}`, [text])
  if (!row) throw none
  return row.user_id
}

/** What an operator sees of a user, without the email address. Viewing is recorded in the audit log. */
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
  await noteView(context, { user: id, operator: params.operator, what: 'user' })
  return {
    id,
    project: user.project,
    createdAt: Number(user.created_at),
    accounts: [
      { namespace: 'eip155', address: wallet.eip155 },
      { namespace: 'solana', address: wallet.solana },
    ],
    smartAccount: toSmartAccount(wallet.eip155 as `0x${string}`).address,
    hasMailbox: (await findEmailIdentity(context, database, id)) !== undefined,
    logins: logins.map(({ provider }) => provider),
    isSealed: isSealed(context, wallet),
    ...(user.frozen_at !== null && { frozenAt: Number(user.frozen_at) }),
  }
}

export async function viewDevices(
  context: OperatorContext,
  { user, operator }: { readonly user: string } & Viewer,
): Promise<OperatorResult<'GET /v1/devices'>> {
  await assertUser(context, user)
  await noteView(context, { user, operator, what: 'devices' })
  return { devices: [...(await listUserDevices(context, user))] }
}

type AuditRow = {
  readonly seq: string
  readonly at: string
  readonly event: string
  readonly entry: string
  readonly hash: Buffer
  readonly previous: Buffer | null
}

/** Returns a user's audit entries. Throws if one was changed. */
export async function viewEvents(
  context: OperatorContext,
  { user, before, limit, operator }: OperatorParams<'GET /v1/events'> & Viewer,
): Promise<OperatorResult<'GET /v1/events'>> {
  await assertUser(context, user)
  const rows = await context.database.query<AuditRow>(
    `SELECT one.*, other.hash AS previous FROM audit AS one LEFT JOIN audit AS other ON other.seq = one.seq - 1
     WHERE one.entry::jsonb ->> 'user' = $1 AND one.seq < $2 ORDER BY one.seq DESC LIMIT $3`,
    [user, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  const events = rows.map(({ seq, at, event, entry, hash, previous }) => {
    const row = { seq: Number(seq), at: Number(at), event, entry, previous: previous ?? undefined }
    if (!isSameMac(hash, toAuditHash(context.keys.audit, row)))
      throw new Error(`Entry ${seq} of the audit log was changed from outside.`)
    return { seq: row.seq, at: row.at, event, entry: JSON.parse(entry) as Record<string, string | number> }
  })
  await noteView(context, { user, operator, what: 'events' })
  return { events }
}

async function assertUser(context: OperatorContext, userId: string): Promise<void> {
  const user = await findUserRow(context, context.database, userId)
  if (!user) throw new OperatorError('There is no such user.', { code: 'NO_USER' })
}

function noteView(
  context: OperatorContext,
  entry: { readonly user: string; readonly operator: string; readonly what: string },
): Promise<void> {
  return context.database.inTransaction((client) => appendAudit(context, client, { event: 'user.viewed', ...entry }))
}
