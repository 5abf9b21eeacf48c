import { randomBytes } from 'node:crypto'
import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { toNetwork } from '@latchkey/server-kit/http'
import { parsePrintedCode, toPrintedCode } from '../../encoding/printedCode.js'
import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertCodesLeft, compareCode, useChallenge } from '../challenges/compareCode.js'
import { takeProof } from '../challenges/proof.js'
import { sendChallenge } from '../challenges/sendChallenge.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { toMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import type { Call } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { assertNotFrozen, assertWalletActive, findFormerOwner, toFrozen } from '../freezes/walletFreeze.js'
import { takeSlots } from '../limits/limits.js'
import { parseEmail, sealEmail, toEmailIndex, toMailboxLock, unsealEmail } from '../mail/address.js'
import { writeSecondaryEmail } from '../mail/emails.js'
import { announce } from '../notices/announce.js'
import { cancelSeal } from '../seals/pendingSeal.js'
import { findEmailIdentity, findIdentity, writeIdentity } from '../users/identity.js'

type RecoveryRow = {
  readonly id: string
  readonly project: string
  readonly user_id: string
  readonly email_index: Buffer
  readonly email: Buffer
  readonly created_at: string
  readonly due_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

const day = 86_400_000

/** Milliseconds: during `wait` the old mailbox may cancel it; until `open` the new one has to log in. */
const recoveryTimes: Readonly<Record<'wait' | 'open', number>> = { wait: 3 * day, open: 33 * day }

/** Finds a pending recovery, by user or by new mailbox. */
export async function findRecovery(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  by: { readonly userId: string } | { readonly project: string; readonly emailIndex: Uint8Array },
): Promise<RecoveryRow | undefined> {
  const [condition, values] =
    'userId' in by ? ['user_id = $1', [by.userId]] : ['project = $1 AND email_index = $2', [by.project, by.emailIndex]]
  const [row] = await query<RecoveryRow>(
    `SELECT * FROM recoveries WHERE ${condition} AND valid_until > $${values.length + 1} ORDER BY created_at LIMIT 1`,
    [...values, now()],
  )
  if (row) assertRow(keys, 'recoveries', row)
  return row
}

/** Hash by which a printed code is found. */
function toRecoveryHash({ keys }: Pick<Custody, 'keys'>, secret: Uint8Array): Buffer {
  return toMac(keys.tokens, ['recovery', secret])
}

/** Creates the recovery code, which moves a wallet to another mailbox if its own is lost. Only a hash of it is stored. */
export async function printRecoveryCode(
  call: Call,
  { code, proof }: CustodyParams<'recovery.print'>,
): Promise<{ readonly printed: string }> {
  const { custody, caller } = call
  const { userId, use } = await takeProof(call, { purpose: 'recovery', code, proof })
  const secret = randomBytes(16)
  const row = { user_id: userId, code_hash: toRecoveryHash(custody, secret), created_at: custody.now() }
  await custody.database.inTransaction(async (client) => {
    await assertNotFrozen(custody, client, userId)
    await use(client)
    await client.query(
      `INSERT INTO recovery_codes VALUES ($1, $2, $3, $4) ON CONFLICT (user_id) DO UPDATE
       SET code_hash = excluded.code_hash, created_at = excluded.created_at, mac = excluded.mac`,
      [userId, row.code_hash, row.created_at, toRowMac(custody.keys, 'recovery_codes', row)],
    )
    const { project, deviceId: byDevice } = caller
    await announce(custody, client, { event: 'recovery.printed', project, userId, requester: call.requester, byDevice })
    await appendAudit(custody, client, { event: 'recovery.printed', user: userId, device: caller.deviceId })
  })
  return { printed: toPrintedCode(secret) }
}

const wrong = (): CallError => new CallError('Invalid code', { code: 'CODE_WRONG' })

/**
 * Starts to move a wallet to another mailbox, with the printed code alone, and emails a code to that mailbox: without it, the address
 * could be a stranger's, whose first login would open this wallet.
 */
export async function startRecovery(
  call: Call,
  params: CustodyParams<'recovery.start'>,
): Promise<CustodyResult<'recovery.start'>> {
  const { custody, caller, requester, ip } = call
  const { database, keys } = custody
  const email = parseEmail(params.email)
  if (email === null) throw new CallError('Enter a valid email address.', { code: 'INVALID_EMAIL' })
  const secret = parsePrintedCode(params.printed)
  if (secret === null) throw wrong()
  const slots = [{ limit: custody.emailLimits.source, subject: toMac(keys.tokens, ['network', toNetwork(ip)]) }]
  // wrong codes count too
  await database.inTransaction((client) => takeSlots(client, { slots, now: custody.now() }))
  const [found] = await database.query(
    'SELECT 1 FROM recovery_codes JOIN users ON users.id = user_id WHERE code_hash = $1 AND users.project = $2',
    [toRecoveryHash(custody, secret), caller.project],
  )
  if (!found) throw wrong()
  const { expiresAt, retryAfter } = await sendChallenge(custody, {
    caller,
    requester,
    ip,
    purpose: 'recoveryEmail',
    email,
    event: 'update.asked',
    decide: async (client) => {
      await assertCodesLeft(custody, client, { purpose: 'recoveryEmail', email_index: toEmailIndex(custody, email) })
      return { mails: 'code', isKnown: false }
    },
    write: ({ secret: code }) => writeSecondaryEmail({ ...requester, code }),
  })
  return { expiresAt, retryAfter }
}

/**
 * Takes the code of the new mailbox, and uses up the printed one. The user is notified, and may cancel for 72 hours; after that, logging in
 * with the new address opens the wallet. The same code gets the same reply for a minute.
 */
export async function confirmRecovery(
  call: Call,
  { printed, code }: CustodyParams<'recovery.confirm'>,
): Promise<CustodyResult<'recovery.confirm'>> {
  const { custody, caller, requester } = call
  const { project } = caller
  const secret = parsePrintedCode(printed)
  if (secret === null) throw wrong()
  const compared = await compareCode(custody, { caller, purpose: 'recoveryEmail', code })
  const { id: challengeId, email: sealed, email_index: emailIndex } = compared.challenge
  const email = unsealEmail(custody, sealed, challengeId)
  return custody.database.inTransaction(async (client) => {
    if (await useChallenge(custody, client, compared)) return { dueAt: await begin(client, secret) }
    const begun = await findRecovery(custody, client, { project, emailIndex })
    if (!begun) throw new CallError('Request a code first.', { code: 'NO_CHALLENGE' })
    return { dueAt: Number(begun.due_at) }
  })

  async function begin(client: Queryable, secret: Uint8Array): Promise<number> {
    // no user is created for the address meanwhile
    await lockOn(client, [toMailboxLock({ project, emailIndex })])
    const [row] = await client.query<{ user_id: string; code_hash: Buffer; created_at: string; mac: Buffer }>(
      `DELETE FROM recovery_codes USING users WHERE code_hash = $1 AND users.id = user_id AND users.project = $2
       RETURNING user_id, code_hash, recovery_codes.created_at, recovery_codes.mac`,
      [toRecoveryHash(custody, secret), project],
    )
    if (!row) throw wrong()
    assertRow(custody.keys, 'recovery_codes', row)
    const userId = row.user_id
    await assertWalletActive(custody, client, userId)
    const pending = await findRecovery(custody, client, { project, emailIndex })
    const taken =
      (await findIdentity(custody, client, { project, emailIndex })) ??
      (await findFormerOwner(custody, client, { project, emailIndex })) ??
      (pending?.user_id === userId ? undefined : pending)
    if (taken) throw new CallError('Another wallet already uses this email address.', { code: 'EMAIL_TAKEN' })
    const now = custody.now()
    const id = randomBytes(16).toString('hex')
    const next = {
      id,
      project,
      user_id: userId,
      email_index: emailIndex,
      email: sealEmail(custody, email, id),
      created_at: now,
      due_at: now + recoveryTimes.wait,
      valid_until: now + recoveryTimes.open,
    }
    await client.query('DELETE FROM recoveries WHERE user_id = $1', [userId])
    const all = { ...next, mac: toRowMac(custody.keys, 'recoveries', next) }
    const names = Object.keys(all)
    await client.query(
      `INSERT INTO recoveries (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(all),
    )
    await announce(custody, client, {
      event: 'recovery.started',
      project,
      userId,
      requester,
      others: [{ email, text: 'recovery.started.next' }],
    })
    await appendAudit(custody, client, { event: 'recovery.started', user: userId, device: caller.deviceId })
    return next.due_at
  }
}

/** Cancels a recovery before it is due. Its code stays used. */
export async function cancelRecovery(
  custody: Custody,
  client: Queryable,
  {
    project,
    userId,
    byDevice,
  }: { readonly project: string; readonly userId: string; readonly byDevice?: string | undefined },
): Promise<void> {
  const deleted = await client.query('DELETE FROM recoveries WHERE user_id = $1 RETURNING 1', [userId])
  if (deleted.length === 0) return
  await announce(custody, client, { event: 'recovery.cancelled', project, userId, byDevice })
  await appendAudit(custody, client, { event: 'recovery.cancelled', user: userId })
}

type RecoveredMailbox = { readonly project: string; readonly email: string; readonly emailIndex: Uint8Array }

/**
 * Gives the wallet of a due recovery to the user who has just proved that the new mailbox is theirs. Returns its user, or undefined if
 * there is no recovery. Throws `FROZEN` before it is due, and `WALLET_FROZEN`.
 */
export async function finishRecovery(
  custody: Custody,
  client: Queryable,
  { project, email, emailIndex }: RecoveredMailbox,
): Promise<string | undefined> {
  const recovery = await findRecovery(custody, client, { project, emailIndex })
  if (!recovery) return undefined
  const wait = Number(recovery.due_at) - custody.now()
  if (wait > 0) throw toFrozen('Your wallet is on its way to this address', wait)
  const userId = recovery.user_id
  await assertWalletActive(custody, client, userId)
  const before = await findEmailIdentity(custody, client, userId)
  await writeIdentity(custody, client, { userId, project, email })
  for (const table of ['recoveries', 'sessions', 'device_users'])
    await client.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
  await client.query("UPDATE approvals SET state = 'ended' WHERE user_id = $1 AND state = 'open'", [userId])
  // voids older links, without marking them as clicked
  await client.query('UPDATE mail_links SET used_at = 0 WHERE user_id = $1 AND used_at IS NULL', [userId])
  const former = before && unsealEmail(custody, before.email, userId)
  await announce(custody, client, {
    event: 'recovery.done',
    project,
    userId,
    ...(former !== undefined && { others: [{ email: former, text: 'recovery.done.former' }] }),
  })
  // an attacker with the old mailbox may have started one
  await cancelSeal(custody, client, { project, userId })
  await appendAudit(custody, client, { event: 'recovery.done', user: userId })
  return userId
}
