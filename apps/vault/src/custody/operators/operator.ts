import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { OperatorErrorCode } from '../../protocol/operators.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { toMac } from '../crypto/seal.js'
import type { Announcer, Custody } from '../custody.js'

/** Context of operator actions; commands have no more than this. */
export type OperatorContext = Announcer & Pick<Custody, 'database' | 'keyHost' | 'holders' | 'allowsPrivateWebhooks'>

/** An error for operators. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  readonly code: OperatorErrorCode
  constructor(message: string, { code, ...options }: ErrorOptions & { readonly code: OperatorErrorCode }) {
    super(message, options)
    this.code = code
  }
}

/**
 * The operator name for commands run on custody's machine without a token. It may propose actions that need a second
 * operator, but approve none.
 */
export const consoleName = 'console'

/** The `via` of actions by API keys. No console can have this name. */
export const apiName = 'user api'

/** The acting operator: the owner of a token, or a person named by the token's holder. Part of their audit entries. */
export type Actor = {
  readonly operator: string
  /** The owner of the token, if it isn't the operator's own. */
  readonly via?: string
}

type OperatorRow = {
  readonly name: string
  readonly token_hash: Buffer
  readonly created_at: string
  /** Whether its holder, such as a console with its own logins, names the acting operator; else null. */
  readonly acts_for_others: boolean | null
  readonly mac: Buffer
}

const namePattern = /^[A-Za-z0-9][\w.-]{0,63}$/

/** Creates an operator's token, which isn't stored. Throws if the name is taken. */
export async function addOperator(
  context: OperatorContext,
  {
    name,
    by,
    actsForOthers = false,
  }: {
    readonly name: string
    readonly by: Actor
    /** Nothing is done under its own name. */
    readonly actsForOthers?: boolean | undefined
  },
): Promise<{ readonly operator: string; readonly token: string }> {
  // those of API keys start with lk_
  if (!namePattern.test(name) || name.startsWith('lk_') || (name === consoleName && !actsForOthers))
    throw new Error(`${name} is not a valid operator name: use up to 64 letters, digits, dots and dashes.`)
  const { keys, database, now } = context
  const token = randomBytes(32).toString('base64url')
  const row = {
    name,
    token_hash: toTokenHash(context, token),
    created_at: now(),
    acts_for_others: actsForOthers || null,
  }
  await database.inTransaction(async (client) => {
    const made = await client.query(
      `INSERT INTO operators (name, token_hash, created_at, acts_for_others, mac) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (name) DO NOTHING RETURNING 1`,
      [...Object.values(row), toRowMac(keys, 'operators', row)],
    )
    if (made.length === 0) throw new Error(`There is an operator ${name} already.`)
    await appendAudit(context, client, { event: 'operator.added', name, ...by })
  })
  return { operator: name, token }
}

/** Revokes an operator's token. Their proposals can no longer be approved. */
export async function removeOperator(
  context: OperatorContext,
  { name, by }: { readonly name: string; readonly by: Actor },
): Promise<{ readonly removed: string }> {
  await context.database.inTransaction(async (client) => {
    const deleted = await client.query('DELETE FROM operators WHERE name = $1 RETURNING 1', [name])
    if (deleted.length === 0) throw new Error(`There is no operator ${name}.`)
    await client.query('DELETE FROM proposals WHERE operator = $1 OR via = $1', [name])
    await appendAudit(context, client, { event: 'operator.removed', name, ...by })
  })
  return { removed: name }
}

export async function listOperators({
  database,
  keys,
}: OperatorContext): Promise<{ readonly operators: readonly string[]; readonly actForOthers: readonly string[] }> {
  const rows = await database.query<OperatorRow>('SELECT * FROM operators ORDER BY name')
  for (const row of rows) assertRow(keys, 'operators', row)
  const list = (actsForOthers: boolean): readonly string[] =>
    rows.filter(({ acts_for_others: acts }) => (acts === true) === actsForOthers).map(({ name }) => name)
  return { operators: list(false), actForOthers: list(true) }
}

/**
 * Returns the operator who acts with a token. Throws `UNAUTHENTICATED`, and `NOT_DELEGATED` if the token may not act
 * for `named`, or requires a name.
 */
export async function authenticate(
  context: OperatorContext,
  {
    token,
    named,
    isAnonymous = false,
  }: {
    readonly token: string | undefined
    /** The operator for whom the token's holder acts. */
    readonly named?: string | undefined
    /** Whether the name is optional. */
    readonly isAnonymous?: boolean | undefined
  },
): Promise<Actor> {
  const [row] = /^[\w-]{43}$/.test(token ?? '')
    ? await context.database.query<OperatorRow>('SELECT * FROM operators WHERE token_hash = $1', [
        toTokenHash(context, token ?? ''),
      ])
    : []
  if (!row) throw new OperatorError('This needs the token of an operator.', { code: 'UNAUTHENTICATED' })
  assertRow(context.keys, 'operators', row)
  const { name, acts_for_others: actsForOthers } = row
  if (actsForOthers !== true) {
    if (named === undefined) return { operator: name }
    throw new OperatorError(`The token of ${name} doesn’t act for others.`, { code: 'NOT_DELEGATED' })
  }
  if (named === undefined && isAnonymous) return { operator: name }
  if (
    named === undefined ||
    !namePattern.test(named) ||
    named.startsWith('lk_') ||
    named === consoleName ||
    named === name
  )
    throw new OperatorError(
      `${name} acts for others: the header x-operator has to name one, with up to 64 letters, digits, dots and dashes.`,
      { code: 'NOT_DELEGATED' },
    )
  return { operator: named, via: name }
}

/** Whether an actor may still act: their own token, or that of the holder who named them, was not revoked. */
export async function isOperator(
  { keys }: Pick<OperatorContext, 'keys'>,
  { query }: Queryable,
  { operator, via }: Actor,
): Promise<boolean> {
  if (via === undefined && operator === consoleName) return true
  const [row] = await query<OperatorRow>('SELECT * FROM operators WHERE name = $1', [via ?? operator])
  if (row) assertRow(keys, 'operators', row)
  return row !== undefined && (row.acts_for_others === true) === (via !== undefined)
}

function toTokenHash({ keys }: Pick<OperatorContext, 'keys'>, token: string): Buffer {
  return toMac(keys.tokens, ['operator', token])
}
