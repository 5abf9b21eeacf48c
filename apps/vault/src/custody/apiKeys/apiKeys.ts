import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '@latchkey/server-kit/database'
import type { ApiKeyView, ApiScope } from '../../protocol/operators.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { isSameMac, toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'

type ApiKeyRow = {
  readonly id: string
  readonly project: string
  readonly name: string
  /** JSON of a list of {@link ApiScope}. */
  readonly scopes: string
  readonly secret_hash: Buffer
  readonly created_at: string
  readonly created_by: string
  readonly used_at: string | null
  readonly mac: Buffer
}

/** The authenticated caller of the user API. */
export type ApiCaller = { readonly key: string; readonly project: string; readonly scopes: readonly ApiScope[] }

/** `lk_`, the id, and 256 random bits. */
const format = /^lk_([0-9a-f]{16})_([\w-]{43})$/

/** Returns the id of an API key, which is not a secret; undefined if the text isn't such a key. */
export function readKeyId(text: string): string | undefined {
  return format.exec(text)?.[1]
}

type NewApiKey = {
  readonly project: string
  readonly name: string
  readonly scopes: readonly ApiScope[]
  readonly createdBy: string
}

/** Creates a key of the user API. Returns it whole; only a hash is stored. */
export async function createApiKey(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { project, name, scopes, createdBy }: NewApiKey,
): Promise<{ readonly id: string; readonly secret: string }> {
  const id = randomBytes(8).toString('hex')
  const secret = randomBytes(32).toString('base64url')
  const row = {
    id,
    project,
    name,
    scopes: JSON.stringify(scopes),
    secret_hash: toSecretHash(keys, secret),
    created_at: now(),
    created_by: createdBy,
  }
  await query(
    `INSERT INTO api_keys (id, project, name, scopes, secret_hash, created_at, created_by, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...Object.values(row), toRowMac(keys, 'api_keys', row)],
  )
  return { id, secret: `lk_${id}_${secret}` }
}

/** Revokes a key. Returns its project; undefined if there is no such key. */
export async function revokeApiKey({ query }: Queryable, id: string): Promise<string | undefined> {
  const [row] = await query<{ project: string }>('DELETE FROM api_keys WHERE id = $1 RETURNING project', [id])
  return row?.project
}

export async function listApiKeys(
  { database, keys }: Pick<Custody, 'keys'> & { readonly database: Database },
  { project }: { readonly project?: string | undefined },
): Promise<readonly ApiKeyView[]> {
  const rows = await database.query<ApiKeyRow>(
    'SELECT * FROM api_keys WHERE $1::text IS NULL OR project = $1 ORDER BY project, created_at, id LIMIT 1000',
    [project ?? null],
  )
  return rows.map((row) => {
    assertRow(keys, 'api_keys', row)
    return {
      id: row.id,
      project: row.project,
      name: row.name,
      scopes: JSON.parse(row.scopes) as readonly ApiScope[],
      createdAt: Number(row.created_at),
      createdBy: row.created_by,
      ...(row.used_at !== null && { usedAt: Number(row.used_at) }),
    }
  })
}

const minute = 60_000

/** Returns the caller that a key belongs to; undefined if the key is invalid. */
export async function findApiKey(
  { database, keys, now }: Pick<Custody, 'database' | 'keys' | 'now'>,
  text: string,
): Promise<ApiCaller | undefined> {
  const [, id, secret = ''] = format.exec(text) ?? []
  if (id === undefined) return undefined
  const [row] = await database.query<ApiKeyRow>('SELECT * FROM api_keys WHERE id = $1', [id])
  if (!row || !isSameMac(row.secret_hash, toSecretHash(keys, secret))) return undefined
  assertRow(keys, 'api_keys', row)
  // to the minute: a busy key doesn't write on each call
  const used = Math.floor(now() / minute) * minute
  if (Number(row.used_at ?? 0) < used)
    await database.query('UPDATE api_keys SET used_at = $2 WHERE id = $1', [id, used])
  return { key: id, project: row.project, scopes: JSON.parse(row.scopes) as readonly ApiScope[] }
}

function toSecretHash({ tokens }: Pick<Custody['keys'], 'tokens'>, secret: string): Buffer {
  return toMac(tokens, ['api key', secret])
}
