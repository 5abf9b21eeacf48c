import { randomBytes } from 'node:crypto'
import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { isAllowed, type Role } from '../access.js'
import { type InviteView, type OperatorView, operatorName } from '../api.js'
import { appendLog } from './audit.js'
import { assertMac, type Secret, type StoreContext, toMac } from './database.js'
import { ConsoleError } from './errors.js'

export type Operator = {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** Whether they sign in at the identity provider, and there only: it decides about their role. */
  readonly isSingleSignOn: boolean
}

type OperatorRow = {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** Issuer and subject at the identity provider. */
  readonly subject: string | null
  readonly created_at: string
  readonly created_by: string
  readonly removed_at: string | null
  readonly mac: Buffer
}

type InviteRow = {
  readonly token_hash: Buffer
  readonly name: string
  readonly role: Role
  readonly created_by: string
  readonly created_at: string
  readonly expires_at: string
  readonly mac: Buffer
}

/** Milliseconds for which an invitation can be used. */
const inviteTime = 15 * 60_000

/** Operator name that is recorded for commands run on the console's machine. */
export const commandName = 'console'

function toOperatorMac(secret: Secret, { id, name, role, subject, removed_at }: Omit<OperatorRow, 'mac'>): Buffer {
  return toMac(secret, 'operators', [id, name, role, subject, removed_at])
}

function readRow(secret: Secret, row: OperatorRow): OperatorRow {
  const { id, name, role, subject, removed_at } = row
  assertMac(secret, 'operators', [id, name, role, subject, removed_at], row.mac)
  return row
}

/** Returns an operator, unless they were removed. */
export async function findOperator(
  { secret }: Pick<StoreContext, 'secret'>,
  { query }: Queryable,
  id: string,
): Promise<Operator | undefined> {
  const [row] = await query<OperatorRow>('SELECT * FROM operators WHERE id = $1', [id])
  return row && readRow(secret, row).removed_at === null ? toOperator(row) : undefined
}

/** Returns the operator of an identity that has signed in before, unless they were removed. */
export async function findBySubject(
  { secret }: Pick<StoreContext, 'secret'>,
  { query }: Queryable,
  subject: string,
): Promise<(Operator & { readonly isRemoved: boolean }) | undefined> {
  const [row] = await query<OperatorRow>('SELECT * FROM operators WHERE subject = $1', [subject])
  return row && { ...toOperator(readRow(secret, row)), isRemoved: row.removed_at !== null }
}

const toOperator = ({ id, name, role, subject }: OperatorRow): Operator => ({
  ...{ id, name, role },
  isSingleSignOn: subject !== null,
})

type NewOperator = { readonly name: string; readonly role: Role; readonly by: string; readonly subject?: string }

/** Adds an operator. Names are never used again: the logs have them. Throws `NAME_TAKEN`. */
export async function addOperator(
  context: StoreContext,
  client: Queryable,
  { name, role, by, subject }: NewOperator,
): Promise<Operator> {
  const { secret, now } = context
  const id = randomBytes(16).toString('hex')
  const row = { id, name, role, subject: subject ?? null, created_at: `${now()}`, created_by: by, removed_at: null }
  const made = await client.query(
    'INSERT INTO operators VALUES ($1, $2, $3, $4, $5, $6, NULL, $7) ON CONFLICT (name) DO NOTHING RETURNING 1',
    [id, name, role, row.subject, row.created_at, by, toOperatorMac(secret, row)],
  )
  if (made.length === 0) throw nameTaken(name)
  return { id, name, role, isSingleSignOn: subject !== undefined }
}

const nameTaken = (name: string): ConsoleError =>
  new ConsoleError(`The name ${name} is taken, perhaps by somebody who was removed. Choose another one.`, {
    code: 'NAME_TAKEN',
  })

/** Throws `SINGLE_SIGN_ON` unless the operator signs in with passkeys: others could still sign in after losing their role. */
export function assertPasskeys(operator: Operator): Operator {
  if (operator.isSingleSignOn)
    throw new ConsoleError('Operators of the identity provider sign in there, and can’t use passkeys.', {
      code: 'SINGLE_SIGN_ON',
    })
  return operator
}

type CreateInvite = { readonly name: string; readonly role: Role; readonly by: string }
type Invite = { readonly token: string; readonly expiresAt: number }

/**
 * Invites an operator; the token is shown once. Run as a command, it also lets an operator without passkeys register a new one, under the role they
 * have. Pages can't do that: an owner could impersonate another operator.
 */
export async function createInvite(context: StoreContext, { name, role, by }: CreateInvite): Promise<Invite> {
  const { database, secret, now } = context
  operatorName.parse(name)
  const token = randomBytes(32).toString('base64url')
  const tokenHash = toMac(secret, 'invite token', [token])
  const expiresAt = now() + inviteTime
  await database.inTransaction(async (client) => {
    const known = await findByName(context, client, name)
    if (known && (by !== commandName || known.removed_at !== null)) throw nameTaken(name)
    if (known) assertPasskeys(toOperator(known))
    const actual = known?.role ?? role
    // a newer invitation replaces an older one
    await client.query('DELETE FROM invites WHERE name = $1', [name])
    await client.query('INSERT INTO invites VALUES ($1, $2, $3, $4, $5, $6, $7)', [
      ...[tokenHash, name, actual, by, now(), expiresAt],
      toMac(secret, 'invites', [tokenHash, name, actual, by, expiresAt]),
    ])
    await appendLog(context, client, { event: 'invite.made', operator: by, name, role: actual })
  })
  return { token, expiresAt }
}

async function findByName(
  { secret }: Pick<StoreContext, 'secret'>,
  { query }: Queryable,
  name: string,
): Promise<OperatorRow | undefined> {
  const [row] = await query<OperatorRow>('SELECT * FROM operators WHERE name = $1', [name])
  return row && readRow(secret, row)
}

export type OpenInvite = { readonly name: string; readonly role: Role; readonly by: string }

/** Returns an invitation if it can still be used and its creator may still invite. Throws `INVITE_INVALID`. */
export async function readInvite(context: StoreContext, client: Queryable, token: string): Promise<OpenInvite> {
  const { secret, now } = context
  const tokenHash = toMac(secret, 'invite token', [token])
  const invalid = (): ConsoleError =>
    new ConsoleError('This invitation was used, withdrawn or has expired. Ask for a new one.', {
      code: 'INVITE_INVALID',
    })
  const [row] = await client.query<InviteRow>('SELECT * FROM invites WHERE token_hash = $1 FOR UPDATE', [tokenHash])
  if (!row || Number(row.expires_at) <= now()) throw invalid()
  assertMac(secret, 'invites', [tokenHash, row.name, row.role, row.created_by, row.expires_at], row.mac)
  if (row.created_by !== commandName) {
    // it may have been made while its owner was removed
    const by = await findByName(context, client, row.created_by)
    if (by?.removed_at !== null || !isAllowed(by.role, 'operators.change')) throw invalid()
  }
  return { name: row.name, role: row.role, by: row.created_by }
}

/** Consumes an invitation. Returns its operator, who is created if necessary. */
export async function acceptInvite(context: StoreContext, client: Queryable, token: string): Promise<Operator> {
  const { name, role, by } = await readInvite(context, client, token)
  await client.query('DELETE FROM invites WHERE token_hash = $1', [toMac(context.secret, 'invite token', [token])])
  const known = await findByName(context, client, name)
  if (known && (known.removed_at !== null || by !== commandName)) throw nameTaken(name)
  if (known) return assertPasskeys(toOperator(known))
  const operator = await addOperator(context, client, { name, role, by })
  await appendLog(context, client, { event: 'operator.added', operator: name, role, by })
  return operator
}

/** Returns all operators, and the invitations that can be used. */
export async function listOperators({
  database,
  secret,
  now,
}: StoreContext): Promise<{ readonly operators: readonly OperatorView[]; readonly invites: readonly InviteView[] }> {
  type Row = OperatorRow & { readonly passkeys: string; readonly seen_at: string | null }
  const rows = await database.query<Row>(
    `SELECT operators.*, (SELECT count(*) FROM passkeys WHERE operator_id = operators.id) AS passkeys,
       (SELECT max(seen_at) FROM sessions WHERE operator_id = operators.id) AS seen_at
     FROM operators WHERE removed_at IS NULL ORDER BY name`,
  )
  const invites = await database.query<InviteRow>('SELECT * FROM invites WHERE expires_at > $1 ORDER BY name', [now()])
  return {
    operators: rows.map((row) => {
      readRow(secret, row)
      return {
        ...toOperator(row),
        createdAt: Number(row.created_at),
        createdBy: row.created_by,
        ...(row.seen_at !== null && { seenAt: Number(row.seen_at) }),
        passkeys: Number(row.passkeys),
      }
    }),
    invites: invites.map((row) => ({
      id: row.token_hash.toString('hex'),
      name: row.name,
      role: row.role,
      createdBy: row.created_by,
      expiresAt: Number(row.expires_at),
    })),
  }
}

type Change = { readonly id: string; readonly by: string }

/** Withdraws an invitation. */
export async function withdrawInvite(context: StoreContext, { id, by }: Change): Promise<void> {
  await context.database.inTransaction(async (client) => {
    const [row] = await client.query<{ name: string }>('DELETE FROM invites WHERE token_hash = $1 RETURNING name', [
      Buffer.from(id, 'hex'),
    ])
    if (!row) throw new ConsoleError('This invitation was already used or withdrawn.', { code: 'NOT_FOUND' })
    await appendLog(context, client, { event: 'invite.withdrawn', operator: by, name: row.name })
  })
}

/** Withdraws the open invitations of an operator who may no longer invite. */
async function withdrawInvitesOf(
  context: StoreContext,
  client: Queryable,
  { name: owner, by }: { readonly name: string; readonly by: string },
): Promise<void> {
  const rows = await client.query<{ name: string }>('DELETE FROM invites WHERE created_by = $1 RETURNING name', [owner])
  for (const { name } of rows) await appendLog(context, client, { event: 'invite.withdrawn', operator: by, name })
}

/** Changes a role, from the next request on. Throws `LAST_OWNER`. */
export async function changeRole(
  context: StoreContext,
  { id, role, by }: Change & { readonly role: Role },
): Promise<void> {
  await changeOperator(context, { id, by }, async (client, row) => {
    if (row.role === role) return
    await writeRow(context, client, { ...row, role })
    if (!isAllowed(role, 'operators.change')) await withdrawInvitesOf(context, client, { name: row.name, by })
    await appendLog(context, client, { event: 'operator.role', operator: by, name: row.name, role, before: row.role })
  })
}

/** Removes an operator with their sessions and passkeys; their name stays taken. Throws `LAST_OWNER`. */
export async function removeOperator(context: StoreContext, { id, by }: Change): Promise<void> {
  await changeOperator(context, { id, by }, async (client, row) => {
    await writeRow(context, client, { ...row, removed_at: `${context.now()}` })
    await withdrawInvitesOf(context, client, { name: row.name, by })
    for (const table of ['sessions', 'passkeys'])
      await client.query(`DELETE FROM ${table} WHERE operator_id = $1`, [id])
    await appendLog(context, client, { event: 'operator.removed', operator: by, name: row.name })
  })
}

/** Runs a change of an operator, and rolls it back if no owner would be left. */
async function changeOperator(
  context: StoreContext,
  { id }: Change,
  change: (client: Queryable, row: OperatorRow) => Promise<void>,
): Promise<void> {
  await context.database.inTransaction(async (client) => {
    // two owners who remove each other at once would leave none
    await lockOn(client, ['operators'])
    const [row] = await client.query<OperatorRow>('SELECT * FROM operators WHERE id = $1 AND removed_at IS NULL', [id])
    if (!row) throw new ConsoleError('There is no such operator any more. Reload the list.', { code: 'NOT_FOUND' })
    await change(client, readRow(context.secret, row))
    const owners = await client.query("SELECT 1 FROM operators WHERE role = 'owner' AND removed_at IS NULL LIMIT 1")
    if (owners.length === 0)
      throw new ConsoleError('This is the last owner. Make somebody else an owner first.', { code: 'LAST_OWNER' })
  })
}

async function writeRow({ secret }: StoreContext, { query }: Queryable, row: OperatorRow): Promise<void> {
  await query('UPDATE operators SET role = $2, removed_at = $3, mac = $4 WHERE id = $1', [
    ...[row.id, row.role, row.removed_at],
    toOperatorMac(secret, row),
  ])
}
