import type { Queryable } from '@latchkey/server-kit/database'
import { type Address, isAddressEqual } from 'viem'
import type { DeviceKey } from '../../protocol/statement.js'
import type { Summary } from '../../protocol/summary.js'
import type { Accounts } from '../../signing/keys.js'
import { type PasskeyKey, passkeySharedSigner, type SelfCustodyOrigin } from '../../signing/smart/passkeyOwner.js'
import { listFirstOwners, toOwner, toSmartAccount } from '../../signing/smart/smartAccount.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { CallError } from '../errors/callError.js'
import { isSealed } from '../keys/host/keyHost.js'
import { listPasskeys } from '../passkeys/passkey.js'
import { listChangedOwners } from './chainState.js'
import { getAccounts, type WalletRow } from './wallet.js'

/** A smart account that passkeys own: its address follows from the first passkey's public key and the recovery code's address. */
export type OwnedAccountRow = {
  readonly user_id: string
  /** The passkey that it was created with. */
  readonly passkey_id: string
  /** Hex, 32 bytes. */
  readonly x: `0x${string}`
  readonly y: `0x${string}`
  /** Address of the recovery code's key, which only the user has. Null: the account was created without one. */
  readonly recovery: Address | null
  /** `off`: another smart account is in use. This one keeps its funds. */
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

export async function findOwnedAccount(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  userId: string,
): Promise<OwnedAccountRow | undefined> {
  return (await listOwnedAccounts(custody, client, userId)).find(({ state }) => state === 'on')
}

/** Returns the data that an account's address is derived from. */
export function toOrigin({ x, y, recovery }: Pick<OwnedAccountRow, 'x' | 'y' | 'recovery'>): SelfCustodyOrigin {
  return { first: { x, y }, ...(recovery !== null && { recovery }) }
}

/**
 * Returns the accounts of a wallet, with the data that the smart account's address is derived from if the wallet's own
 * key doesn't own it.
 */
export async function findAccounts(
  custody: Pick<Custody, 'keys'>,
  client: Queryable,
  wallet: Pick<WalletRow, 'user_id' | 'eip155' | 'solana' | 'bip122'>,
): Promise<Accounts> {
  const row = await findOwnedAccount(custody, client, wallet.user_id)
  if (!row) return getAccounts(wallet)
  const origin = toOrigin(row)
  return { ...getAccounts(wallet), selfCustody: { ...origin, passkeys: [origin.first] } }
}

/** The same, with those of the user's passkeys that own the smart account on one network. */
export async function findAccountsOn(
  custody: Pick<Custody, 'keys' | 'instance'>,
  client: Queryable,
  wallet: Pick<WalletRow, 'user_id' | 'eip155' | 'solana' | 'bip122'>,
  chain: string,
): Promise<Accounts> {
  const row = await findOwnedAccount(custody, client, wallet.user_id)
  if (!row) return getAccounts(wallet)
  const origin = toOrigin(row)
  const owners = (await listChangedOwners(custody, client, row)).get(chain) ?? listFirstOwners(origin)
  const passkeys = (await listPasskeys(custody, client, wallet.user_id)).flatMap(({ publicKey }) => {
    const key = publicKey && toPasskeyKey(publicKey)
    return key && isAmong(owners, toOwner(key, origin.first)) ? [key] : []
  })
  const isFirst = (key: PasskeyKey): boolean => toOwner(key, origin.first) === passkeySharedSigner
  // fees are estimated for the last one, and are the lowest for the shared signer
  const ordered = [...passkeys.filter(isFirst), ...passkeys.filter((key) => !isFirst(key))]
  return { ...getAccounts(wallet), selfCustody: { ...origin, passkeys: ordered } }
}

export function requiresSelfCustody({ projects }: Pick<Custody, 'projects'>, project: string): boolean {
  return projects.get(project)?.selfCustody === 'required'
}

/**
 * Throws `SELF_CUSTODY_NEEDED` if a project requires self-custody and custody could sign a request alone: on EVM networks all that no passkey
 * signs, elsewhere all that isn't of a sealed wallet. Exempt are messages that move nothing: to sign in to the requesting site, and to revoke
 * a permission.
 */
export function assertSelfCustody(
  custody: Pick<Custody, 'projects'>,
  { project, wallet, summary, isByPasskey }: SelfCustodyCheck,
): void {
  if (!requiresSelfCustody(custody, project) || isByPasskey || movesNothing(summary)) return
  if (summary.chain.startsWith('eip155:')) throw toSelfCustodyNeeded()
  if (!isSealed(wallet))
    throw new CallError(
      'This app requires a sealed wallet for this account. Seal it on the wallet’s account page first.',
      {
        code: 'SELF_CUSTODY_NEEDED',
      },
    )
}

type SelfCustodyCheck = {
  readonly project: string
  readonly wallet: WalletRow
  readonly summary: Summary
  /** A passkey of the smart account signs it, and no key of the wallet. */
  readonly isByPasskey: boolean
}

export function toSelfCustodyNeeded(): CallError {
  return new CallError(
    'This app requires a smart account that your passkey owns. Set up self-custody on the wallet’s account page first.',
    { code: 'SELF_CUSTODY_NEEDED' },
  )
}

/** A sign-in was read as one: its domain is that of the requesting site. A revocation has no terms. */
function movesNothing(summary: Summary): boolean {
  return summary.kind === 'signIn' || (summary.kind === 'permission' && summary.terms === null)
}

export function isAmong(owners: readonly Address[], owner: Address): boolean {
  return owners.some((one) => isAddressEqual(one, owner))
}

/**
 * Throws `NOT_ALLOWED` for a passkey that owns the smart account in use, unless another passkey of the user owns it too: without any, the
 * account couldn't be used.
 */
export async function assertNotLastOwner(
  custody: Pick<Custody, 'keys' | 'instance'>,
  client: Queryable,
  { userId, passkeyId }: { readonly userId: string; readonly passkeyId: string },
): Promise<void> {
  const row = await findOwnedAccount(custody, client, userId)
  if (!row) return
  const { first, ...origin } = toOrigin(row)
  const lists = [listFirstOwners({ first, ...origin }), ...(await listChangedOwners(custody, client, row)).values()]
  const owning = (await listPasskeys(custody, client, userId)).filter(({ publicKey }) => {
    const owner = publicKey && toOwner(toPasskeyKey(publicKey), first)
    return owner && lists.some((owners) => isAmong(owners, owner))
  })
  if (owning.some(({ id }) => id === passkeyId) && owning.length === 1)
    throw new CallError('This passkey owns your smart account. Make another one an owner, or turn self-custody off.', {
      code: 'NOT_ALLOWED',
    })
}

type OwnedAccountChange = Pick<OwnedAccountRow, 'user_id' | 'passkey_id' | 'x' | 'y' | 'recovery' | 'state'>

export async function writeOwnedAccount(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { user_id, passkey_id, x, y, recovery, state }: OwnedAccountChange,
): Promise<void> {
  const row = { user_id, passkey_id, x, y, recovery, state, changed_at: now() }
  await query(
    `INSERT INTO self_custody (user_id, passkey_id, x, y, recovery, state, changed_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (user_id, passkey_id) DO UPDATE SET x = excluded.x, y = excluded.y, recovery = excluded.recovery,
       state = excluded.state, changed_at = excluded.changed_at, mac = excluded.mac`,
    [...Object.values(row), toRowMac(keys, 'self_custody', row)],
  )
}

/** The public key of a passkey as contracts take it. */
export function toPasskeyKey({ x, y }: DeviceKey): PasskeyKey {
  const toWord = (part: string): `0x${string}` => `0x${Buffer.from(part, 'base64url').toString('hex')}`
  return { x: toWord(x), y: toWord(y) }
}

/** The address of an account in self-custody, the same on every network. */
export function toOwnedAddress(origin: SelfCustodyOrigin): Address {
  // the wallet's own key has no part in it
  return toSmartAccount({ eip155: '0x', selfCustody: { ...origin, passkeys: [] } }).address
}
