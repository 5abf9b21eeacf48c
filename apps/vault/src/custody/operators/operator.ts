import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { OperatorErrorCode } from '../../protocol/operators.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { toMac } from '../crypto/seal.js'
import type { Announcer, Custody } from '../custody.js'

/** Context of operator actions; commands have no more than this. */
export type OperatorContext = Announcer &
  Pick<Custody, 'database'> & {
    /** The app's name in `projects.json`, if known. */
    readonly projects?: Custody['projects'] | undefined
  }

/** An error for operators. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly code: OperatorErrorCode
  constructor(message: string, { code, ...options }: ErrorOptions & { readonly code: OperatorErrorCode }) {
    super(message, options)
    this.code = code
  }
}

/** Who runs commands on custody's machine without a token. May propose what needs a second operator, and approve nothing. */
export const consoleName = 'console'

type OperatorRow = {
  readonly name: string
  readonly token_hash: Buffer
  readonly created_at: string
  readonly mac: Buffer
}

/** Creates an operator's token, which isn't stored. Throws if the name is taken. */
export async function addOperator(
  context: OperatorContext,
  { name, by }: { readonly name: string; readonly by: string },
): Promise<{ readonly operator: string; readonly token: string }> {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name) || name === consoleName)
    throw new Error(`${name} is not a valid operator name: use up to 64 letters, digits, dots and dashes.`)
  const { keys, database, now } = context
  const token = randomBytes(32).toString('base64url')
  const row = { name, token_hash: toTokenHash(context, token), created_at: now() }
  await database.inTransaction(async (client) => {
    const made = await client.query(
      'INSERT INTO operators VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING RETURNING 1',
      [name, row.token_hash, row.created_at, toRowMac(keys, 'operators', row)],
    )
    if (made.length === 0) throw new Error(`There is an operator ${name} already.`)
    await appendAudit(context, client, { event: 'operator.added', name, operator: by })
  })
  return { operator: name, token }
}

/** Revokes an operator's token. What they have proposed can no longer be approved. */
export async function removeOperator(
  context: OperatorContext,
  { name, by }: { readonly name: string; readonly by: string },
): Promise<{ readonly removed: string }> {
  await context.database.inTransaction(async (client) => {
    const deleted = await client.query('DELETE FROM operators WHERE name = $1 RETURNING 1', [name])
    if (deleted.length === 0) throw new Error(`There is no operator ${name}.`)
    await client.query('DELETE FROM proposals WHERE operator = $1', [name])
    await appendAudit(context, client, { event: 'operator.removed', name, operator: by })
  })
  return { removed: name }
}

export async function listOperators({
  database,
  keys,
}: OperatorContext): Promise<{ readonly operators: readonly string[] }> {
  const rows = await database.query<OperatorRow>('SELECT * FROM operators ORDER BY name')
  for (const row of rows) assertRow(keys, 'operators', row)
  return { operators: rows.map(({ name }) => name) }
}

/** Returns whose token it is. Throws `UNAUTHENTICATED`. */
export async function authenticate(context: OperatorContext, token: string | undefined): Promise<string> {
  const [row] = /^[\w-]{43}$/.test(token ?? '')
    ? await context.database.query<OperatorRow>('SELECT * FROM operators WHERE token_hash = $1', [
        toTokenHash(context, token ?? ''),
      ])
    : []
  if (!row) throw new OperatorError('This needs the token of an operator.', { code: 'UNAUTHENTICATED' })
  assertRow(context.keys, 'operators', row)
  return row.name
}

export async function isOperator(
  { keys }: Pick<OperatorContext, 'keys'>,
  { query }: Queryable,
  name: string,
): Promise<boolean> {
  if (name === consoleName) return true
  const [row] = await query<OperatorRow>('SELECT * FROM operators WHERE name = $1', [name])
  if (row) assertRow(keys, 'operators', row)
  return row !== undefined
}

function toTokenHash({ keys }: Pick<OperatorContext, 'keys'>, token: string): Buffer {
  return toMac(keys.tokens, ['operator', token])
}
