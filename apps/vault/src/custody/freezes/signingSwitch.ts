import type { Queryable, Transaction } from '@latchkey/server-kit/database'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { getUserRow } from '../users/user.js'
import { assertWalletActive } from './walletFreeze.js'

/** Advisory lock: shared while a wallet is open, exclusive for stopping and freezing. */
const lock = 5_221_118_026

/** The switch of all projects, besides those of each. */
export const allProjects = '*'

type SwitchRow = {
  readonly project: string
  readonly state: 'stopped' | 'on'
  readonly changed_at: string
  readonly mac: Buffer
}

/**
 * Throws `STOPPED` if an operator has stopped signing, for all projects or this one, and `WALLET_FROZEN` or `FROZEN` if an operator or the
 * owner has frozen this wallet.
 */
export async function assertSigning(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  userId: string,
): Promise<void> {
  await assertWalletActive({ keys, now }, client, userId)
  const { project, unclaimed_since: unclaimedSince } = await getUserRow({ keys }, client, userId)
  // no session can be: its owner hasn't logged in
  if (unclaimedSince !== null) throw new Error(`The wallet of user ${userId} waits for its owner’s first login.`)
  const rows = await client.query<SwitchRow>('SELECT * FROM signing_switches WHERE project IN ($1, $2)', [
    allProjects,
    project,
  ])
  for (const row of rows) assertRow(keys, 'signing_switches', row)
  if (rows.some(({ state }) => state === 'stopped'))
    throw new CallError('Signing is paused by the wallet provider. You can still log in.', { code: 'STOPPED' })
}

/**
 * Runs work that opens a user's wallet. Stopping signing or freezing the user waits for it to end, and lets no more begin. Throws as {@link
 * assertSigning}.
 */
export async function whileSigning<value>(
  { database, keys, now }: Pick<Custody, 'database' | 'keys' | 'now'>,
  userId: string,
  work: (client: Transaction) => Promise<value>,
): Promise<value> {
  return database.inTransaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock_shared($1)', [lock])
    await assertSigning({ keys, now }, client, userId)
    return work(client)
  })
}

/** Waits until no wallet is open, and blocks opening any until the transaction ends. */
export async function blockSigning({ query }: Queryable): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [lock])
}

/** Stops or resumes signing in every process. When the transaction ends, no signature is in progress. Returns false if nothing changed. */
export async function switchSigning(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { project, state }: { readonly project: string; readonly state: SwitchRow['state'] },
): Promise<boolean> {
  await blockSigning(client)
  const isStopped = (await listStopped({ keys }, client)).includes(project)
  if (isStopped === (state === 'stopped')) return false
  const row = { project, state, changed_at: now() }
  await client.query(
    `INSERT INTO signing_switches VALUES ($1, $2, $3, $4) ON CONFLICT (project) DO UPDATE
     SET state = excluded.state, changed_at = excluded.changed_at, mac = excluded.mac`,
    [project, state, row.changed_at, toRowMac(keys, 'signing_switches', row)],
  )
  return true
}

/** Lists the projects for which signing is stopped; {@link allProjects} is among them if it is stopped for all. */
export async function listStopped({ keys }: Pick<Custody, 'keys'>, { query }: Queryable): Promise<readonly string[]> {
  const rows = await query<SwitchRow>('SELECT * FROM signing_switches ORDER BY project')
  for (const row of rows) assertRow(keys, 'signing_switches', row)
  return rows.filter(({ state }) => state === 'stopped').map(({ project }) => project)
}
