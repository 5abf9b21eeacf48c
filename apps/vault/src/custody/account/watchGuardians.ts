import type { Queryable } from '@latchkey/server-kit/database'
import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import type { Requester } from '../mail/emails.js'
import { announce } from '../notices/announce.js'
import { getUserRow, lockUser } from '../users/user.js'
import {
  type ChainEvent,
  type ChainPlace,
  type ChainState,
  fetchChainState,
  type GuardiansRow,
  storeChainState,
} from '../wallets/chainState.js'
import { listOwnedAccounts, toOrigin } from '../wallets/selfCustody.js'

/** Milliseconds between two checks of an account's guardian requests: well below the shortest delay. */
const interval = 600_000

/** Accounts per look, in each process. */
const maxAccounts = 50

/**
 * Checks the chain for guardian requests and notifies the owners, on every mailbox and device, in time to cancel them.
 * Several processes may check the same account; only one of them notifies. A network that doesn't respond is reported
 * once, and retried at the next check.
 */
export async function watchGuardians(custody: Custody, { signal }: { readonly signal: AbortSignal }): Promise<void> {
  const due = custody.now() - interval
  const rows = await custody.database.query<GuardiansRow>(
    'SELECT * FROM self_custody_guardians WHERE read_at <= $1 ORDER BY random() LIMIT $2',
    [due, maxAccounts],
  )
  const silent = new Set<string>()
  for (const row of rows)
    try {
      if (!silent.has(row.chain)) await watchOne(custody, row, signal)
    } catch (cause) {
      if (cause instanceof CallError && cause.code === 'UNAVAILABLE') silent.add(row.chain)
      // the other accounts are still watched
      custody.warn(cause)
    }
}

async function watchOne(custody: Custody, place: ChainPlace, signal: AbortSignal): Promise<void> {
  const { database } = custody
  const { user_id: userId, passkey_id, chain } = place
  const account = (await listOwnedAccounts(custody, database, userId)).find((one) => one.passkey_id === passkey_id)
  if (!account) return
  const origin = toOrigin(account)
  const state = await fetchChainState(custody, { origin, chain, signal })
  await database.inTransaction(async (client) => {
    await lockUser(client, userId)
    const { project } = await getUserRow(custody, client, userId)
    const events = await storeChainState(custody, client, { place, origin, state })
    await reportChainEvents(custody, client, { events, state, userId, project })
  })
}

type ChainReport = {
  readonly events: readonly ChainEvent[]
  readonly state: ChainState
  readonly userId: string
  readonly project: string
  /** The device and requester of the check, if a user made it. */
  readonly by?: { readonly deviceId: string; readonly requester: Requester } | undefined
}

/** Notifies the user of new events on a network, and records them. */
export async function reportChainEvents(
  custody: Custody,
  client: Queryable,
  { events, state, userId, project, by }: ChainReport,
): Promise<void> {
  for (const event of events) {
    const dueAt = state.guardians?.pending?.dueAt
    const due = event === 'selfCustody.requested' && dueAt !== undefined ? { due: dueAt * 1_000 } : {}
    const own = by && { requester: by.requester, byDevice: by.deviceId, deviceId: by.deviceId }
    await announce(custody, client, { event, project, userId, ...own, ...due, toFormer: true })
    await appendAudit(custody, client, { event, user: userId, ...(by && { device: by.deviceId }) })
  }
}
