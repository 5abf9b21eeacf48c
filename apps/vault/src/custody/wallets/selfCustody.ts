import type { Queryable } from '@latchkey/server-kit/database'
import type { DeviceKey } from '../../protocol/statement.js'
import type { Accounts } from '../../signing/keys.js'
import type { PasskeyKey } from '../../signing/smart/passkeyOwner.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { getAccounts, type WalletRow } from './wallet.js'

/** A smart account that a passkey owns: its address follows from the passkey's public key. */
export type OwnedAccountRow = {
  readonly user_id: string
  readonly passkey_id: string
  /** Hex, 32 bytes. */
  readonly x: `0x${string}`
  readonly y: `0x${string}`
  /** `off`: another smart account is in use. What this one has stays in it. */
  readonly state: 'on' | 'off'
  readonly changed_at: string
  readonly mac: Buffer
}

/** Lists the smart accounts that passkeys of a user own; at most one is `on`. */
export async function listOwnedAccounts(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
  userId: string,
): Promise<readonly OwnedAccountRow[]> {
  const rows = await query<OwnedAccountRow>('SELECT * FROM self_custody WHERE user_id = $1 ORDER BY changed_at', [
    userId,
  ])
  for (const row of rows) assertRow(keys, 'self_custody', row)
  return rows
}

/** The accounts of a wallet, with who owns the smart account if the wallet's own key doesn't. */
export async function findAccounts(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  wallet: Pick<WalletRow, 'user_id' | 'eip155' | 'solana' | 'bip122'>,
): Promise<Accounts> {
  const row = (await listOwnedAccounts(custody, client, wallet.user_id)).find(({ state }) => state === 'on')
  if (!row) return getAccounts(wallet)
  const first = { x: row.x, y: row.y }
  return { ...getAccounts(wallet), selfCustody: { first, passkeys: [first] } }
}

/** Throws `NOT_ALLOWED` for the passkey that owns the smart account in use: without it, nobody could use the account. */
export async function assertOwnsNothing(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  { userId, passkeyId }: { readonly userId: string; readonly passkeyId: string },
): Promise<void> {
  const rows = await listOwnedAccounts(custody, client, userId)
  if (rows.some(({ passkey_id, state }) => passkey_id === passkeyId && state === 'on'))
    throw new CallError('This passkey owns your smart account. Turn self-custody off first.', { code: 'NOT_ALLOWED' })
}

type OwnedAccountChange = Pick<OwnedAccountRow, 'user_id' | 'passkey_id' | 'x' | 'y' | 'state'>

export async function writeOwnedAccount(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { user_id, passkey_id, x, y, state }: OwnedAccountChange,
): Promise<void> {
  const row = { user_id, passkey_id, x, y, state, changed_at: now() }
  await query(
    `INSERT INTO self_custody (user_id, passkey_id, x, y, state, changed_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (user_id, passkey_id) DO UPDATE
     SET x = excluded.x, y = excluded.y, state = excluded.state, changed_at = excluded.changed_at, mac = excluded.mac`,
    [...Object.values(row), toRowMac(keys, 'self_custody', row)],
  )
}

/** The public key of a passkey as contracts take it. */
export function toPasskeyKey({ x, y }: DeviceKey): PasskeyKey {
  const toWord = (part: string): `0x${string}` => `0x${Buffer.from(part, 'base64url').toString('hex')}`
  return { x: toWord(x), y: toWord(y) }
}

/** The address of the smart account that a passkey would own, the same on every network. */
export function toOwnedAddress(first: PasskeyKey): string {
  // the wallet's own key has no part in it
  return toSmartAccount({ eip155: '0x', selfCustody: { first, passkeys: [first] } }).address
}
