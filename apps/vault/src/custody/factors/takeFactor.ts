import type { Queryable, Transaction } from '@latchkey/server-kit/database'
import type { FactorKind, FactorProof } from '../../protocol/factor.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow, type MacRow } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import type { Call } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { addSlots, assertWithin, freeSlots, limits, lockSlots, takeSlots } from '../limits/limits.js'
import { announce } from '../notices/announce.js'
import { changeTotp, findFactors, findStep, findTotp, parseBackupCode, toBackupHash } from './factors.js'
import { cancelLoss } from './loss.js'
import { verifyPasskeyFactor } from './passkeyFactor.js'

type FactorToTake = {
  readonly userId: string
  readonly proof: FactorProof | undefined
  /** Of the request that it confirms, hex. */
  readonly digest?: string | undefined
  /** It admits a new device. Its wrong codes count separately, so that a thief of the login can't lock the owner out. */
  readonly isLogin?: boolean | undefined
}

export type TakenFactor = {
  /** False if the user has no second factor. */
  readonly isNeeded: boolean
  /**
   * Uses the proof, in the transaction of the confirmed action. Throws `CODE_WRONG` if another call has just done so.
   */
  readonly use: (client: Transaction) => Promise<void>
}

/**
 * Requires a second factor, if the user has one: a code of their authenticator app, a backup code, or a passkey that
 * has signed the challenge of {@link startPasskeyFactor} for this call. Each comparison of a code is counted, on disk,
 * before it is made, so parallel attempts of any number of processes never exceed the limit. Throws `FACTOR_NEEDED`,
 * `CODE_WRONG`, `TOO_MANY` and the errors of {@link verifyPasskeyFactor}, with the kinds of factors that the user has.
 */
export async function takeFactor(call: Call, factor: FactorToTake): Promise<TakenFactor> {
  const { userId, proof, digest, isLogin = false } = factor
  const { custody, caller } = call
  const { database } = custody
  const factors = await findFactors(custody, database, userId)
  if (!factors) return { isNeeded: false, use: async () => undefined }
  const { kinds } = factors
  if (!proof) throw toFactorNeeded(kinds)
  if (proof.kind === 'passkey') {
    if (!kinds.includes('passkey')) throw toFactorNeeded(kinds)
    await verifyPasskeyFactor(call, { userId, digest, kinds, response: proof.response })
    return { isNeeded: true, use: (client) => finish(client, 'passkey') }
  }
  const code = proof.code.replace(/\s/g, '')
  const digits = /^\d{6}$/.test(code) ? code : null
  const backup = digits === null ? parseBackupCode(code) : null
  // malformed codes aren't compared, and cost nothing
  if (digits === null && backup === null) throw toWrong(kinds)
  const subject = Buffer.from(`${isLogin ? 'login' : 'session'} ${userId}`)
  const counted = await countAttempt(custody, { subject, kinds, caller, userId })
  const use = digits === null ? await compareBackup(backup ?? '') : await compareTotp(digits)
  custody.events.onCode(use ? 'right' : 'wrong')
  if (!use) {
    await database.inTransaction((client) =>
      appendAudit(custody, client, { event: 'factor.wrong', user: userId, device: caller.deviceId }),
    )
    throw toWrong(kinds)
  }
  await counted.free()
  return {
    isNeeded: true,
    use: async (client) => {
      await use(client)
      await finish(client, digits === null ? 'backup' : 'totp')
    },
  }

  async function finish(client: Queryable, kind: FactorKind | 'backup'): Promise<void> {
    // a factor that was just used isn't lost
    await cancelLoss(custody, client, { project: caller.project, userId, byDevice: caller.deviceId })
    await appendAudit(custody, client, { event: 'factor.used', user: userId, device: caller.deviceId, kind })
  }

  async function compareTotp(text: string): Promise<TakenFactor['use'] | undefined> {
    // not of one that is only being set up
    if (!kinds.includes('totp')) return undefined
    const shown = await findTotp(custody, database, userId)
    const step = shown ? findStep(custody, shown, text) : null
    if (!shown || step === null || step <= Number(shown.last_step)) return undefined
    return async (client) => {
      const row = await findTotp(custody, client, userId, { isLocked: true })
      const isUnused = row?.id === shown.id && step > Number(row.last_step)
      if (!row || !isUnused || !takeOnce(custody, client, { key: `totp ${shown.id} ${step}`, within: usedTime }))
        throw toWrong(kinds)
      await changeTotp(custody, client, { row, last_step: step })
    }
  }

  async function compareBackup(text: string): Promise<TakenFactor['use'] | undefined> {
    const hash = toBackupHash(custody, { userId, code: text })
    const values = [hash, userId]
    const condition = 'code_hash = $1 AND user_id = $2'
    const [found] = await database.query(`SELECT 1 FROM backup_codes WHERE ${condition}`, values)
    if (!found) return undefined
    return async (client) => {
      const [row] = await client.query<MacRow<'backup_codes'> & { readonly mac: Buffer }>(
        `DELETE FROM backup_codes WHERE ${condition} RETURNING *`,
        values,
      )
      if (row) assertRow(custody.keys, 'backup_codes', row)
      const key = `backup ${hash.toString('hex')}`
      if (!row || !takeOnce(custody, client, { key, within: day })) throw toWrong(kinds)
      const { project, deviceId: byDevice } = caller
      await announce(custody, client, { event: 'factor.codeUsed', project, userId, byDevice })
      await appendAudit(custody, client, { event: 'factor.codeUsed', user: userId, device: byDevice })
    }
  }
}

const day = 86_400_000

/** Milliseconds: longer than a code is valid, whatever the drift of the phone's clock. */
const usedTime = 300_000

/** Returns false if this process has used the code already: it accepts each once, even if its row is restored. */
function takeOnce(
  { counts, now }: Custody,
  { onRollback }: Transaction,
  { key, within }: { readonly key: string; readonly within: number },
): boolean {
  const isFirst = counts.take(key, { max: 1, until: now() + within })
  if (isFirst) onRollback(() => counts.free(key))
  return isFirst
}

type Attempt = {
  readonly subject: Buffer
  readonly kinds: readonly FactorKind[]
  readonly caller: Call['caller']
  readonly userId: string
}

/** Counts an attempt on disk and in memory. `free` uncounts it: the code was right. */
async function countAttempt(
  custody: Custody,
  { subject, kinds, caller, userId }: Attempt,
): Promise<{ readonly free: () => Promise<void> }> {
  const { database, counts } = custody
  const now = custody.now()
  const slots = [{ limit: limits.factor, subject }]
  const key = `factor ${subject}`
  try {
    const ids = await database.inTransaction(async (client) => {
      await lockSlots(client, slots)
      await assertWithin(client, { limit: limits.factor, subject, now })
      return addSlots(client, { slots, now })
    })
    const { max } = limits.factor.rules.at(-1) ?? { max: 0 }
    if (!counts.take(key, { max, until: now + day })) throw toTooManyCodes(day)
    return {
      free: async () => {
        await database.inTransaction((client) => freeSlots(client, ids))
        counts.free(key)
      },
    }
  } catch (cause) {
    if (!(cause instanceof CallError && cause.code === 'TOO_MANY')) throw cause
    custody.events.onCode('refused')
    await notifyOnce(custody, { caller, userId })
    throw toTooManyCodes((cause.retryAfter ?? 1) * 1_000, kinds)
  }
}

/** Notifies the user, once a day, that someone has passed their login and guesses codes. */
async function notifyOnce(custody: Custody, { caller, userId }: Pick<Attempt, 'caller' | 'userId'>): Promise<void> {
  try {
    await custody.database.inTransaction(async (client) => {
      const slots = [{ limit: limits.factorNotice, subject: Buffer.from(userId) }]
      await takeSlots(client, { slots, now: custody.now() })
      const { project, deviceId } = caller
      await announce(custody, client, { event: 'factor.refused', project, userId })
      await appendAudit(custody, client, { event: 'factor.refused', user: userId, device: deviceId })
    })
  } catch (cause) {
    // the user has been notified today
    if (!(cause instanceof CallError && cause.code === 'TOO_MANY')) custody.warn(cause)
  }
}

export function toFactorNeeded(factors: readonly FactorKind[]): CallError {
  const message = factors.includes('totp')
    ? 'Enter the code of your authenticator app.'
    : 'Use your passkey to confirm.'
  return new CallError(message, { code: 'FACTOR_NEEDED', factors })
}

function toWrong(factors: readonly FactorKind[]): CallError {
  return new CallError('This code is wrong, or was already used. Wait for the next one.', {
    code: 'CODE_WRONG',
    factors,
  })
}

function toTooManyCodes(wait: number, factors?: readonly FactorKind[]): CallError {
  const retryAfter = Math.ceil(wait / 1_000)
  const minutes = Math.ceil(retryAfter / 60)
  const when = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new CallError(`Too many incorrect codes. Try again in ${when}.`, { code: 'TOO_MANY', retryAfter, factors })
}
