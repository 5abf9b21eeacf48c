import type { Queryable } from '@latchkey/server-kit/database'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { type Call, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'

type CallBundleRow = {
  readonly user_id: string
  readonly origin: string
  readonly id: string
  readonly chain: string
  readonly hash: string
  readonly created_at: string
  readonly mac: Buffer
}

/** Milliseconds for which an app may ask for the status of its calls. */
const kept = 90 * 86_400_000

export type CallBundle = {
  readonly userId: string
  readonly origin: string
  readonly id: string
  /** CAIP-2. */
  readonly chain: string
  /** Hash of the operation. */
  readonly hash: string
}

/** Throws if the app has used this id before. [EIP-5792] */
export async function assertNewId(
  { query }: Queryable,
  { userId, origin, id }: Pick<CallBundle, 'userId' | 'origin' | 'id'>,
): Promise<void> {
  const same = await query('SELECT 1 FROM call_bundles WHERE user_id = $1 AND origin = $2 AND id = $3', [
    userId,
    origin,
    id,
  ])
  if (same.length > 0) throw new CallError('Calls with this id already exist.', { code: 'DUPLICATE_ID' })
}

/** Stores which operation the calls became. Throws if the id is taken: of two at once, one isn't signed. */
export async function insertCallBundle(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { userId, ...bundle }: CallBundle,
): Promise<void> {
  const row = { user_id: userId, ...bundle, created_at: now() }
  const inserted = await query(
    `INSERT INTO call_bundles (user_id, origin, id, chain, hash, created_at, valid_until, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1`,
    [
      userId,
      row.origin,
      row.id,
      row.chain,
      row.hash,
      row.created_at,
      row.created_at + kept,
      toRowMac(keys, 'call_bundles', row),
    ],
  )
  if (inserted.length === 0) throw new CallError('Calls with this id already exist.', { code: 'DUPLICATE_ID' })
}

/** Returns which operation a user's calls became, by the app's id. */
export async function getCallBundle(
  { custody: { database, keys }, caller }: Call,
  { id }: CustodyParams<'calls.get'>,
): Promise<CustodyResult<'calls.get'>> {
  const [row] = await database.query<CallBundleRow>(
    'SELECT * FROM call_bundles WHERE user_id = $1 AND origin = $2 AND id = $3',
    [getUserId(caller), caller.origin, id],
  )
  if (!row) throw new CallError('No calls have this id.', { code: 'UNKNOWN_BUNDLE' })
  assertRow(keys, 'call_bundles', row)
  return { chain: row.chain, hash: row.hash, sentAt: Number(row.created_at) }
}
