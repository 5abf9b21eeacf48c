import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Database } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { openBy, sealTo, toSpki } from '../crypto/sealTo.js'
import type { Keys } from './keys.js'

/** A running custody process. Data sealed for it can't be opened by any other, nor after it has ended. */
export type OwnProcess = {
  readonly id: string
  readonly open: (sealed: Uint8Array, place: readonly string[]) => Buffer
  /** Reports that it is alive. */
  readonly beat: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A process that is silent for this long counts as dead, by the database's clock. */
const silence = '5 minutes'

/** Creates a key pair that exists only in this process's memory, and publishes its public key. */
export async function startProcess(
  { query }: Database,
  { getKeys, now }: { readonly getKeys: () => Keys; readonly now: () => number },
): Promise<OwnProcess> {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const id = randomBytes(16).toString('hex')
  const row = { id, public_key: toSpki(publicKey), created_at: now() }
  const beat = async (): Promise<void> => {
    await query(
      `INSERT INTO processes (id, public_key, created_at, mac) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
      [id, row.public_key, row.created_at, toRowMac(getKeys(), 'processes', row)],
    )
    await query(`DELETE FROM processes WHERE seen_at < now() - interval '${silence}'`)
  }
  await beat()
  return {
    id,
    beat,
    open: (sealed, place) => openBy(privateKey, { sealed, place: ['process', id, ...place] }),
    stop: async () => {
      await query('DELETE FROM processes WHERE id = $1', [id])
    },
  }
}

export type ProcessRow = {
  readonly id: string
  readonly public_key: Buffer
  readonly created_at: string
  readonly mac: Buffer
}

/** Seals a value for every live process. It can't be opened with the database and the key file together. */
export async function sealForProcesses(
  { query }: Pick<Database, 'query'>,
  { keys, plain, place }: { readonly keys: Keys; readonly plain: Uint8Array; readonly place: readonly string[] },
): Promise<readonly { readonly id: string; readonly sealed: Buffer }[]> {
  const rows = await query<ProcessRow>(
    `SELECT id, public_key, created_at, mac FROM processes WHERE seen_at >= now() - interval '${silence}'`,
  )
  return rows.map((row) => {
    assertRow(keys, 'processes', row)
    return { id: row.id, sealed: sealTo(row.public_key, { plain, place: ['process', row.id, ...place] }) }
  })
}
