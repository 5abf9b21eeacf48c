import type { Queryable } from '@latchkey/server-kit/database'
import type { CustodyParams } from '../../protocol/custody.js'
import type { NoticeEntry, NoticeKind, NoticeList } from '../../protocol/notice.js'
import { getWords } from '../../words/words.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertSettledDevice, takeProof } from '../challenges/proof.js'
import { assertRow } from '../crypto/rowMac.js'
import { unseal } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { type Call, getTrustedUserId, getUserId } from '../devices/caller.js'
import { CallError } from '../errors/callError.js'
import { findWalletFreeze, freezeTime, toFrozen, unfreezeWallet } from '../freezes/walletFreeze.js'
import { toAccountUrl, toNoticeTexts } from '../mail/emails.js'
import { announce, type NoticeBody } from '../notices/announce.js'
import { findDeviceUser } from '../users/deviceUser.js'
import { getLanguage } from '../users/user.js'
import { freezeByOwner, noticeActions } from './noticeActions.js'

type Nothing = Readonly<Record<string, never>>

type NoticeRow = {
  readonly id: string
  readonly user_id: string
  readonly body: Buffer
  readonly done_at: string | null
  readonly created_at: string
  readonly valid_until: string
  readonly mac: Buffer
}

/** Per list, newest first. */
const maxNotices = 50

/** Lists the notices about a wallet, for a device that its user is logged in on. */
export async function listNotices(
  { custody, caller }: Call,
  { onlyNew = false }: { readonly onlyNew?: boolean | undefined } = {},
): Promise<NoticeList> {
  const { database, now } = custody
  const userId = getUserId(caller)
  const { deviceId } = caller
  const known = await findDeviceUser(custody, database, { deviceId, userId })
  const rows = await database.query<NoticeRow & { readonly is_seen: boolean }>(
    `SELECT * FROM (SELECT notices.*, EXISTS (SELECT 1 FROM notice_views WHERE notice_id = id AND device_id = $2) AS is_seen
       FROM notices WHERE user_id = $1 AND valid_until > $3) AS notices
     WHERE NOT $4 OR (NOT is_seen AND created_at >= $5) ORDER BY created_at DESC, place_in_order DESC LIMIT ${maxNotices}`,
    [userId, deviceId, now(), onlyNew, known?.since ?? now()],
  )
  const language = await getLanguage(custody, database, userId)
  const freeze = await findWalletFreeze(custody, database, userId)
  const notices = rows.map((row): NoticeEntry => {
    const { event, act, origin, browser, place, login } = openNotice(custody, row)
    const kind = toButton({ act, isDone: row.done_at !== null, isFrozen: freeze !== undefined })
    const { label, advice } = getWords(language).acts[kind ?? 'freeze']
    const at = Number(row.created_at)
    return {
      id: row.id,
      at,
      ...toNoticeTexts({ event, language, login, looks: custody.providers }),
      ...(origin !== undefined && { origin }),
      ...(browser !== undefined && { browser }),
      ...(place != null && { place }),
      ...(login !== undefined && login !== 'email' && { provider: login }),
      ...(kind && { act: { kind, label, advice } }),
      // events from before this device was added aren't news on it
      isNew: !row.is_seen && known !== undefined && at >= known.since,
    }
  })
  const account = toAccountUrl(custody, caller.project)
  return { language, account, notices, ...(freeze && { frozenUntil: freeze.until }) }
}

/** Dismisses notices on the calling device; others still show them. */
export async function dismissNotices(
  { custody, caller }: Call,
  { ids }: CustodyParams<'notices.seen'>,
): Promise<Nothing> {
  await custody.database.query(
    `INSERT INTO notice_views SELECT id, $2 FROM notices WHERE user_id = $1 AND id = ANY($3) ON CONFLICT DO NOTHING`,
    [getUserId(caller), caller.deviceId, ids],
  )
  return {}
}

/** Runs the action of a notice's button. Removing a login requires a device that is at least a day old. */
export async function actOnNotice(call: Call, { id }: CustodyParams<'account.act'>): Promise<Nothing> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  await custody.database.inTransaction(async (client) => {
    const [row] = await client.query<NoticeRow>(
      'SELECT * FROM notices WHERE id = $1 AND user_id = $2 AND valid_until > $3 FOR UPDATE',
      [id, userId, custody.now()],
    )
    if (!row) throw new CallError('This notice has expired.', { code: 'INVALID_PARAMS' })
    const { act, project, ...target } = openNotice(custody, row)
    const freeze = await findWalletFreeze(custody, client, userId)
    const kind = toButton({ act, isDone: row.done_at !== null, isFrozen: freeze !== undefined })
    if (!kind) return
    if (kind === 'unlink' || kind === 'factor') await assertSettledDevice(custody, client, caller)
    // only the old mailbox itself can restore the old address
    if (kind !== 'undo') await noticeActions[kind](custody, client, { ...target, project, userId })
    await client.query('UPDATE notices SET done_at = $2 WHERE id = $1', [id, custody.now()])
  })
  return {}
}

/** Freezes the wallet for the logged-in user; with a fresh proof, as often as they like. */
export async function freezeOwn(call: Call, { code }: { readonly code?: string | undefined }): Promise<Nothing> {
  const { custody, caller } = call
  const userId = getTrustedUserId(caller)
  const proof = code === undefined ? undefined : await takeProof(call, { purpose: 'freeze', code, takesFactor: false })
  await custody.database.inTransaction(async (client) => {
    await proof?.use(client)
    await freezeByOwner(custody, client, { project: caller.project, userId, isProven: proof !== undefined })
  })
  return {}
}

/**
 * Ends an owner's freeze early. Requires a fresh proof on a device that had been the user's for a day when the freeze began, so neither the
 * mailbox nor a device alone is enough. Throws `FROZEN` elsewhere.
 */
export async function unfreezeOwn(call: Call, { code, proof }: CustodyParams<'account.unfreeze'>): Promise<Nothing> {
  const { custody, caller } = call
  const { userId, use } = await takeProof(call, { purpose: 'freeze', code, proof })
  await custody.database.inTransaction(async (client) => {
    const freeze = await findWalletFreeze(custody, client, userId)
    if (!freeze) return
    const wait = freeze.until - custody.now()
    const known = await findDeviceUser(custody, client, { deviceId: caller.deviceId, userId })
    if (!known || known.since + freezeTime > freeze.since)
      throw toFrozen('This browser was new to your wallet when it was frozen', wait)
    await use(client)
    await unfreezeWallet(custody, client, { userId })
    const { project, deviceId } = caller
    await announce(custody, client, {
      event: 'wallet.unfrozen',
      project,
      userId,
      requester: call.requester,
      byDevice: deviceId,
    })
    await appendAudit(custody, client, { event: 'wallet.unfrozen', user: userId, device: deviceId, by: 'owner' })
  })
  return {}
}

function openNotice({ keys, instance }: Custody, row: NoticeRow): NoticeBody {
  assertRow(keys, 'notices', row)
  return JSON.parse(
    unseal(keys.email, { sealed: row.body, place: ['notice', instance, row.id] }).toString(),
  ) as NoticeBody
}

function toButton({
  act,
  isDone,
  isFrozen,
}: {
  readonly act: NoticeBody['act']
  readonly isDone: boolean
  readonly isFrozen: boolean
}): NoticeKind | undefined {
  if (act === 'inform' || isDone || (act === 'freeze' && isFrozen)) return undefined
  return act
}

/** Returns the notices that this device hasn't shown yet, if any. Shown with a request. */
export async function findNewNotices(call: Call, client: Queryable): Promise<NoticeList | undefined> {
  const { custody, caller } = call
  const userId = getUserId(caller)
  const rows = await client.query(
    `SELECT 1 FROM notices JOIN device_users AS known ON known.user_id = notices.user_id AND known.device_id = $2
     WHERE notices.user_id = $1 AND notices.created_at >= known.created_at AND notices.valid_until > $3
       AND NOT EXISTS (SELECT 1 FROM notice_views WHERE notice_id = notices.id AND device_id = $2) LIMIT 1`,
    [userId, caller.deviceId, custody.now()],
  )
  return rows.length === 0 ? undefined : listNotices(call, { onlyNew: true })
}
