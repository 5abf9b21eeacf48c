import type { Queryable } from '@latchkey/server-kit/database'
import { type Policy, toAccountId, toAssetId } from '../../projects/policy.js'
import type { TransferHold } from '../../protocol/custody.js'
import type { Accounts } from '../../signing/keys.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { limits, takeSlots } from '../limits/limits.js'
import { findDeviceUser } from '../users/deviceUser.js'
import { type Effects, type Outflow, toOwnAccounts, unlimited } from './outflows.js'
import { lockSpendings, type SpendingRow, toValue } from './spending.js'

/**
 * A hold of a user. `held`: the transfer waits until `due_at`; requested again after that, it passes, up to these amounts. `passed`: the
 * recipient is known from then on.
 */
export type HoldRow = {
  readonly user_id: string
  /** `to <CAIP-10>`, `to <CAIP-2> anyone`, or `device <id>`. */
  readonly subject: string
  readonly device_id: string
  /** JSON: atomic units by asset. */
  readonly amounts: string
  readonly state: 'held' | 'passed'
  readonly created_at: string
  readonly due_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

type Amounts = Readonly<Record<string, string>>

export type HoldOptions = {
  readonly policy: Policy
  readonly userId: string
  readonly deviceId: string
  readonly chain: string
  readonly effects: Effects
  readonly accounts: Accounts
}

type Wanted = { readonly subject: string; readonly amounts: Amounts; readonly dueAt: number; readonly isNew: boolean }

export type FoundHolds = { readonly hold: TransferHold; readonly wanted: readonly Wanted[] }

const day = 86_400_000
/** Milliseconds after its end for which a hold counts; after that the transfer is held again. */
const passTime = 7 * day
/** Milliseconds for which a recipient stays known. */
const knownRecipientTime = 400 * day

/** Finds the hold that a request has to wait for, if any. Changes nothing. */
export async function findHolds(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  options: HoldOptions,
  rows: readonly SpendingRow[],
): Promise<FoundHolds | undefined> {
  const now = custody.now()
  const device = await findDeviceHold(custody, client, options)
  const wanted: Wanted[] = device ? [device] : []
  const time = options.policy.holdFirstTransfer?.time ?? 0
  for (const { subject, amounts } of listRecipients(options, rows)) {
    const row = await readHold(custody, client, { userId: options.userId, subject })
    if (row?.state === 'passed') continue
    const isCovered = row !== undefined && covers(row, amounts)
    if (isCovered && Number(row.due_at) <= now) continue
    wanted.push({ subject, amounts, dueAt: isCovered ? Number(row.due_at) : now + time, isNew: !isCovered })
  }
  const [last] = wanted.toSorted((one, other) => other.dueAt - one.dueAt)
  if (!last) return undefined
  const isBegun = wanted.every(({ isNew }) => !isNew)
  const reason = last === device ? 'device' : 'recipient'
  return { hold: { until: last.dueAt, reason, ...(isBegun && { isBegun }) }, wanted }
}

/** Starts the holds that don't exist yet. Resolves with whether there was one. Throws `TOO_MANY` for too many. */
export async function beginHolds(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { userId, deviceId }: HoldOptions,
  { wanted }: FoundHolds,
): Promise<boolean> {
  const begun = wanted.filter(({ isNew }) => isNew)
  for (const { subject, amounts, dueAt } of begun) {
    await takeSlots(client, { slots: [{ limit: limits.hold, subject: Buffer.from(userId) }], now: now() })
    const row = {
      user_id: userId,
      subject,
      device_id: deviceId,
      amounts: JSON.stringify(amounts),
      state: 'held',
      created_at: now(),
      due_at: dueAt,
      valid_until: dueAt + passTime,
    }
    await writeHold(keys, client, row)
  }
  return begun.length > 0
}

/**
 * Marks recipients whose hold is over as known, once something is signed for them. Unnamed recipients never become known: returns their hold,
 * which is used up.
 */
export async function passHolds(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  options: HoldOptions,
  rows: readonly SpendingRow[],
): Promise<HoldRow | undefined> {
  const { userId, chain } = options
  let used: HoldRow | undefined
  for (const { subject } of listRecipients(options, rows)) {
    const row = await readHold(custody, client, { userId, subject })
    if (row?.state !== 'held') continue
    if (subject === toAnyone(chain)) {
      await client.query('DELETE FROM transfer_holds WHERE user_id = $1 AND subject = $2', [userId, subject])
      used = row
    } else
      await writeHold(custody.keys, client, {
        ...row,
        state: 'passed',
        valid_until: custody.now() + knownRecipientTime,
      })
  }
  return used
}

/** Restores the hold that a request used up: nothing was signed. Another one that has begun since then stays. */
export async function restoreHold(custody: Pick<Custody, 'database' | 'keys' | 'now'>, hold: HoldRow): Promise<void> {
  const { user_id: userId, subject } = hold
  await custody.database.inTransaction(async (client) => {
    await lockSpendings(custody, client, userId)
    if (!(await readHold(custody, client, { userId, subject }))) await writeHold(custody.keys, client, hold)
  })
}

/** Cancels pending holds, so that they never pass: a new request is held again. */
export async function cancelHolds({ query }: Queryable, userId: string): Promise<void> {
  await query("DELETE FROM transfer_holds WHERE user_id = $1 AND state = 'held'", [userId])
}

async function findDeviceHold(
  custody: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { policy, userId, deviceId, chain, effects, accounts }: HoldOptions,
): Promise<Wanted | undefined> {
  if (policy.holdNewDevice === undefined) return undefined
  const own = toOwnAccounts(chain, accounts)
  const moves = effects.outflows.some(({ recipient }) => recipient !== 'fee' && !isOwn(own, chain, recipient))
  if (!moves && effects.unread.length === 0) return undefined
  const known = await findDeviceUser(custody, client, { deviceId, userId })
  const dueAt = (known?.since ?? custody.now()) + policy.holdNewDevice
  if (dueAt <= custody.now()) return undefined
  const subject = `device ${deviceId}`
  const row = await readHold(custody, client, { userId, subject })
  return { subject, amounts: {}, dueAt, isNew: row === undefined }
}

type Recipient = { readonly subject: string; readonly amounts: Amounts }

/** Lists the recipients that get more than a first transfer may have, including transfers of the last 24 hours. */
function listRecipients(
  { policy, chain, effects, accounts }: HoldOptions,
  rows: readonly SpendingRow[],
): readonly Recipient[] {
  const { holdFirstTransfer } = policy
  if (!holdFirstTransfer) return []
  const own = toOwnAccounts(chain, accounts)
  const unread = effects.unread.flatMap((contract): readonly Outflow[] => {
    const isTrusted = contract !== null && policy.trusted.has(toAccountId(chain, contract))
    // a Solana program may move everything that its signer owns; on EVM only a token contract can move that token
    const couldMove =
      chain.startsWith('solana:') || (contract !== null && policy.assets.has(toAssetId(chain, contract)))
    return couldMove && !isTrusted ? [{ asset: null, amount: unlimited, recipient: contract }] : []
  })
  const named = [...effects.outflows, ...unread].filter(
    ({ recipient }) => recipient !== 'fee' && !isOwn(own, chain, recipient),
  )
  const groups = new Map<string, Outflow[]>()
  for (const outflow of named) {
    const { recipient } = outflow
    const subject = recipient === null ? toAnyone(chain) : `to ${toAccountId(chain, recipient ?? '')}`
    groups.set(subject, [...(groups.get(subject) ?? []), outflow])
  }
  return [...groups].flatMap(([subject, outflows]) => {
    const values = outflows.map((outflow) => toValue(policy, chain, outflow))
    const before = rows.filter(({ recipient }) => recipient !== null && subject === `to ${recipient}`)
    const sum = [...values, ...before.map(({ value }) => BigInt(value ?? 0))].reduce<bigint>(
      (total, value) => total + (value ?? unlimited),
      0n,
    )
    return sum > holdFirstTransfer.above ? [{ subject, amounts: toAmounts(outflows, chain) }] : []
  })
}

function isOwn(own: ReadonlySet<string>, chain: string, recipient: string | null): boolean {
  return recipient !== null && own.has(toAccountId(chain, recipient))
}

function toAnyone(chain: string): string {
  return `to ${chain} anyone`
}

function toAmounts(outflows: readonly Outflow[], chain: string): Amounts {
  const amounts: Record<string, bigint> = {}
  for (const { asset, amount } of outflows) {
    const id = asset === null ? `${chain}/unknown` : toAssetId(chain, asset)
    amounts[id] = (amounts[id] ?? 0n) + amount
  }
  return Object.fromEntries(Object.entries(amounts).map(([id, amount]) => [id, amount.toString()]))
}

function covers(row: HoldRow, amounts: Amounts): boolean {
  const heldAmounts = JSON.parse(row.amounts) as Amounts
  return Object.entries(amounts).every(([id, amount]) => BigInt(amount) <= BigInt(heldAmounts[id] ?? 0))
}

async function readHold(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  { userId, subject }: { readonly userId: string; readonly subject: string },
): Promise<HoldRow | undefined> {
  const [row] = await query<HoldRow>(
    'SELECT * FROM transfer_holds WHERE user_id = $1 AND subject = $2 AND valid_until > $3',
    [userId, subject, now()],
  )
  if (row) assertRow(keys, 'transfer_holds', row)
  return row
}

type NewHold = Omit<HoldRow, 'mac' | 'state' | 'created_at' | 'due_at' | 'valid_until'> & {
  readonly state: string
  readonly created_at: number | string
  readonly due_at: number | string
  readonly valid_until: number | string
}

async function writeHold(
  keys: Custody['keys'],
  { query }: Queryable,
  { user_id, subject, device_id, amounts, state, created_at, due_at, valid_until }: NewHold,
): Promise<void> {
  const row = { user_id, subject, device_id, amounts, state, created_at, due_at, valid_until }
  await query(
    `INSERT INTO transfer_holds (user_id, subject, device_id, amounts, state, created_at, due_at, valid_until, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (user_id, subject) DO UPDATE SET device_id = $3, amounts = $4, state = $5, created_at = $6, due_at = $7,
       valid_until = $8, mac = $9`,
    [...Object.values(row), toRowMac(keys, 'transfer_holds', row)],
  )
}
