import type { Queryable } from '@latchkey/server-kit/database'
import type { Address } from 'viem'
import { askNode } from '../../networks/askNode.js'
import type { NetworkGuardians } from '../../protocol/account.js'
import { type ActiveGuardians, readGuardians } from '../../signing/smart/guardians.js'
import { ownersCall, readOwners } from '../../signing/smart/owners.js'
import type { SelfCustodyOrigin } from '../../signing/smart/passkeyOwner.js'
import { listFirstOwners, toSmartAccount } from '../../signing/smart/smartAccount.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'

/** A smart account in self-custody on one network. */
export type ChainPlace = {
  readonly user_id: string
  /** The passkey that it was created with. */
  readonly passkey_id: string
  /** CAIP-2. */
  readonly chain: string
}

/** The owners of an account on a network, as last read. Without a row, it has the owners that it was created with. */
type OwnersRow = ChainPlace & {
  /** Addresses, separated by commas. */
  readonly owners: string
  readonly read_at: string
  readonly mac: Buffer
}

/** Its guardians there, as last read. */
export type GuardiansRow = ChainPlace & {
  /** JSON: addresses, threshold and delay. */
  readonly terms: string
  /** Requests that they have made so far: decimal, 256 bits. */
  readonly queue_nonce: string
  /** When the one that waits can be executed. */
  readonly due_at: string | null
  readonly read_at: string
  readonly mac: Buffer
}

type Account = Pick<ChainPlace, 'user_id' | 'passkey_id'>

/** The owners of an account on the networks where they were changed, by CAIP-2 id. */
export async function listChangedOwners(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { user_id, passkey_id }: Account,
): Promise<ReadonlyMap<string, readonly Address[]>> {
  const rows = await query<OwnersRow>(
    'SELECT * FROM self_custody_owners WHERE user_id = $1 AND passkey_id = $2 ORDER BY chain',
    [user_id, passkey_id],
  )
  for (const row of rows) assertRow(keys, 'self_custody_owners', row)
  return new Map(rows.map(({ chain, owners }) => [chain, owners.split(',') as Address[]]))
}

/** The guardians of an account by CAIP-2 id. */
export async function listGuardians(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  { user_id, passkey_id }: Account,
): Promise<ReadonlyMap<string, NetworkGuardians>> {
  const rows = await query<GuardiansRow>(
    'SELECT * FROM self_custody_guardians WHERE user_id = $1 AND passkey_id = $2 ORDER BY chain',
    [user_id, passkey_id],
  )
  return new Map(
    rows.map((row) => {
      assertRow(keys, 'self_custody_guardians', row)
      const terms = JSON.parse(row.terms) as Omit<NetworkGuardians, 'dueAt'>
      return [row.chain, { ...terms, ...(row.due_at !== null && { dueAt: Number(row.due_at) }) }]
    }),
  )
}

export type ChainState = {
  readonly owners: readonly Address[]
  readonly guardians?: ActiveGuardians | undefined
}

/** Milliseconds for all nodes of a network, for each question. */
const readTimeout = 5_000

type FetchOptions = {
  readonly origin: SelfCustodyOrigin
  readonly chain: string
  readonly signal: AbortSignal
}

/**
 * Reads an account's owners and guardians from a network. Throws `UNAVAILABLE` if no node responds, and `NOT_ALLOWED`
 * on a network that custody has no node of.
 */
export async function fetchChainState(
  { networks, events }: Pick<Custody, 'networks' | 'events'>,
  { origin, chain, signal }: FetchOptions,
): Promise<ChainState> {
  const urls = networks.find(({ caipNetworkId, bundlers }) => caipNetworkId === chain && bundlers)?.rpcUrls
  if (!urls) throw new CallError('Smart accounts aren’t available on this network.', { code: 'NOT_ALLOWED' })
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await askNode(urls, { method, params, signal, timeout: readTimeout, observe: events.onNode })
    if ('error' in answer) throw new Error(`The node refused ${method}: ${answer.error.message}`)
    return answer.result
  }
  const call = (to: Address, data: string): Promise<unknown> => ask('eth_call', [{ to, data }, 'latest'])
  const getCode = (address: Address): Promise<unknown> => ask('eth_getCode', [address, 'latest'])
  // the wallet's own key has no part in it
  const { address } = toSmartAccount({ eip155: '0x', selfCustody: { ...origin, passkeys: [] } })
  try {
    if ((await getCode(address)) === '0x') return { owners: listFirstOwners(origin) }
    const guardians = await readGuardians(address, { call, getCode })
    return { owners: readOwners(await call(address, ownersCall)), ...(guardians && { guardians }) }
  } catch (cause) {
    const message = 'The network isn’t responding. Try again in a moment.'
    throw new CallError(message, { code: 'UNAVAILABLE', retryAfter: 5, cause })
  }
}

/** A new event on a network: other owners, other guardians, or a request by guardians. */
export type ChainEvent = 'selfCustody.changed' | 'selfCustody.guarded' | 'selfCustody.requested'

/** Stores the state that was read, under the user's lock, and returns the new events. */
export async function storeChainState(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  {
    place,
    origin,
    state,
  }: { readonly place: ChainPlace; readonly origin: SelfCustodyOrigin; readonly state: ChainState },
): Promise<readonly ChainEvent[]> {
  const { chain } = place
  const known = (await listChangedOwners(custody, client, place)).get(chain) ?? listFirstOwners(origin)
  const isChanged = known.join() !== state.owners.join()
  if (isChanged) await writeOwners(custody, client, { ...place, owners: state.owners.join() })
  return [
    ...(isChanged ? (['selfCustody.changed'] as const) : []),
    ...(await storeGuardians(custody, client, place, state)),
  ]
}

async function writeOwners(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  change: Pick<OwnersRow, 'user_id' | 'passkey_id' | 'chain' | 'owners'>,
): Promise<void> {
  const { user_id, passkey_id, chain, owners } = change
  const row = { user_id, passkey_id, chain, owners, read_at: now() }
  await query(
    `INSERT INTO self_custody_owners (user_id, passkey_id, chain, owners, read_at, mac) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, passkey_id, chain) DO UPDATE
     SET owners = excluded.owners, read_at = excluded.read_at, mac = excluded.mac`,
    [...Object.values(row), toRowMac(keys, 'self_custody_owners', row)],
  )
}

async function storeGuardians(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { user_id, passkey_id, chain }: ChainPlace,
  { guardians }: ChainState,
): Promise<readonly ChainEvent[]> {
  const where = 'WHERE user_id = $1 AND passkey_id = $2 AND chain = $3'
  const places = [user_id, passkey_id, chain]
  const [known] = await query<GuardiansRow>(`SELECT * FROM self_custody_guardians ${where}`, places)
  if (known) assertRow(keys, 'self_custody_guardians', known)
  if (!guardians) {
    await query(`DELETE FROM self_custody_guardians ${where}`, places)
    return known ? ['selfCustody.guarded'] : []
  }
  const { addresses, threshold, delay, queueNonce, pending } = guardians
  const row = {
    ...{ user_id, passkey_id, chain, terms: JSON.stringify({ addresses, threshold, delay }) },
    queue_nonce: queueNonce.toString(),
    due_at: pending ? pending.dueAt * 1_000 : null,
    read_at: now(),
  }
  await query(
    `INSERT INTO self_custody_guardians (user_id, passkey_id, chain, terms, queue_nonce, due_at, read_at, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (user_id, passkey_id, chain) DO UPDATE
     SET terms = excluded.terms, queue_nonce = excluded.queue_nonce, due_at = excluded.due_at, read_at = excluded.read_at, mac = excluded.mac`,
    [...Object.values(row), toRowMac(keys, 'self_custody_guardians', row)],
  )
  const isOther = known?.terms !== row.terms
  const isRequested = row.due_at !== null && (isOther || known?.queue_nonce !== row.queue_nonce)
  return [
    ...(isOther ? (['selfCustody.guarded'] as const) : []),
    ...(isRequested ? (['selfCustody.requested'] as const) : []),
  ]
}
