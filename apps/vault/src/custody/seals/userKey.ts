import { hkdfSync } from 'node:crypto'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { sealForProcesses } from '../processes/ownProcess.js'

/** Milliseconds that a sealed wallet signs after it was unlocked. */
const unlockTime = 900_000

/** 32 bytes that wrap a sealed wallet's key, besides custody's own. They are kept nowhere but under what the visitor has. */
export type UserKey = Buffer

/** What a printed code or passkey opens. */
export function toFactorKey({ instance }: Pick<Custody, 'instance'>, value: string, userId: string): Buffer {
  const secret = Buffer.from(value, 'base64url')
  return Buffer.from(hkdfSync('sha256', secret, Buffer.from(userId), `latchkey/custody/1/factor/${instance}`, 32))
}

/** Throws `LOCKED`: the visitor has to unlock their wallet first. */
export async function openUserKey(
  { now, process, publicUrl }: Pick<Custody, 'now' | 'process' | 'publicUrl'>,
  { query }: Queryable,
  userId: string,
): Promise<UserKey> {
  const [row] = await query<{ sealed: Buffer; valid_until: string }>(
    'SELECT sealed, valid_until FROM unlocks WHERE user_id = $1 AND process_id = $2 AND valid_until > $3',
    [userId, process.id, now()],
  )
  if (!row)
    throw new CustodyFault(`Your wallet is sealed. Unlock it at ${publicUrl}/account first.`, { code: 'LOCKED' })
  return process.open(row.sealed, [userId, row.valid_until])
}

/** Lets every custody that runs at this moment sign for a sealed wallet, for 15 minutes. */
export async function unlock(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { userId, userKey }: { readonly userId: string; readonly userKey: UserKey },
): Promise<number> {
  const until = now() + unlockTime
  const sealed = await sealForProcesses(client, { keys, plain: userKey, place: [userId, String(until)] })
  await lock(client, userId)
  for (const { id, sealed: bytes } of sealed)
    await client.query('INSERT INTO unlocks VALUES ($1, $2, $3, $4)', [userId, id, bytes, until])
  return until
}

export async function lock({ query }: Queryable, userId: string): Promise<void> {
  await query('DELETE FROM unlocks WHERE user_id = $1', [userId])
}
