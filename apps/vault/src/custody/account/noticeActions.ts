import type { Queryable } from '@latchkey/server-kit/database'
import type { LoginKind } from '../../protocol/login.js'
import type { NoticeKind, NoticeReply, NoticeRequest, NoticeSubject } from '../../protocol/notice.js'
import { appendAudit } from '../audit/appendAudit.js'
import { assertRow } from '../crypto/rowMac.js'
import type { Custody } from '../custody.js'
import { revokeDevice } from '../devices/userDevices.js'
import { undoUpdate } from '../emailChange/emailChange.js'
import { cancelLoss } from '../factors/loss.js'
import { assertActive } from '../freezes/operatorFreeze.js'
import { freezeWallet, walletFreezeTimes } from '../freezes/walletFreeze.js'
import { removeLogin } from '../logins/ownLogins.js'
import { announce } from '../notices/announce.js'
import { type MailLinkRow, type MailLinkTarget, toNoticeHash } from '../notices/mailLink.js'
import { removePermission } from '../operations/permission.js'
import { cancelRecovery } from '../recovery/recovery.js'
import { cancelSealByOwner } from '../seals/pendingSeal.js'
import { cancelHolds } from '../spending/holds.js'
import { getLanguage } from '../users/user.js'
import { undoFactors } from './ownFactors.js'

type NoticeTarget = MailLinkTarget & { readonly project: string; readonly userId: string }

type NoticeAction = (custody: Custody, client: Queryable, target: NoticeTarget) => Promise<void>

/**
 * The actions that a notice offers its user through the link in an email or the button on a device. They do nothing if
 * the target is already gone.
 */
export const noticeActions: Readonly<Record<Exclude<NoticeKind, 'undo'>, NoticeAction>> = {
  revoke: (custody, client, { project, userId, deviceId = '' }) =>
    revokeDevice(custody, client, { project, userId, deviceId }),
  cancel: (custody, client, { project, userId }) => cancelRecovery(custody, client, { project, userId }),
  // the held transfer never passes, and the device that asked for it is logged out
  hold: async (custody, client, { project, userId, deviceId = '' }) => {
    await cancelHolds(client, userId)
    await revokeDevice(custody, client, { project, userId, deviceId })
    await announce(custody, client, { event: 'transfer.cancelled', project, userId })
    await appendAudit(custody, client, { event: 'transfer.cancelled', user: userId, device: deviceId })
  },
  unlink: async (custody, client, { userId, loginId = '' }) => {
    await removeLogin(custody, client, { userId, loginId })
  },
  permission: async (custody, client, { project, userId, permissionId = '' }) => {
    if (!(await removePermission(client, { userId, id: permissionId }))) return
    await announce(custody, client, { event: 'permission.revoked', project, userId })
    await appendAudit(custody, client, { event: 'permission.revoked', user: userId, permission: permissionId })
  },
  // the wallet stays as it is, and the device that asked for the seal is logged out
  seal: async (custody, client, { project, userId, deviceId = '' }) => {
    await cancelSealByOwner(custody, client, { project, userId })
    await revokeDevice(custody, client, { project, userId, deviceId })
  },
  // a thief may have added it to lock the owner out: their device is logged out
  factor: async (custody, client, { project, userId, deviceId = '' }) => {
    await undoFactors(custody, client, { project, userId })
    await revokeDevice(custody, client, { project, userId, deviceId })
  },
  // the device that reported the loss is logged out
  keep: async (custody, client, { project, userId, deviceId = '' }) => {
    await cancelLoss(custody, client, { project, userId })
    await revokeDevice(custody, client, { project, userId, deviceId })
  },
  freeze: (custody, client, { project, userId }) =>
    freezeByOwner(custody, client, { project, userId, isProven: false }),
}

/** Throws `TOO_MANY` if the wallet was frozen within 30 days and this freeze is unproven. */
export async function freezeByOwner(
  custody: Custody,
  client: Queryable,
  { project, userId, isProven }: { readonly project: string; readonly userId: string; readonly isProven: boolean },
): Promise<void> {
  const until = custody.now() + walletFreezeTimes.owner
  if (!(await freezeWallet(custody, client, { userId, isProven, until }))) return
  await announce(custody, client, { event: 'wallet.frozen', project, userId })
  await appendAudit(custody, client, { event: 'wallet.frozen', user: userId, by: 'owner', until })
}

/** Milliseconds in which the same click, sent again, gets the same reply. */
const repeatTime = 60_000

/**
 * Describes the action of a notice's link, and performs it only with `act`, so programs that prefetch links change
 * nothing. A link works once.
 */
export async function answerNotice(custody: Custody, { token, act }: NoticeRequest): Promise<NoticeReply> {
  return custody.database.inTransaction(async (client) => {
    const now = custody.now()
    const [link] = await client.query<MailLinkRow>('SELECT * FROM mail_links WHERE link_hash = $1 FOR UPDATE', [
      toNoticeHash(custody, token),
    ])
    if (!link || now >= Number(link.valid_until)) return { status: 'gone' }
    assertRow(custody.keys, 'mail_links', link)
    const language = await getLanguage(custody, client, link.user_id)
    if (link.used_at !== null)
      return act && now - Number(link.used_at) <= repeatTime
        ? { status: 'done', project: link.project, kind: link.kind, language }
        : { status: 'gone' }
    if (!act)
      return {
        status: 'open',
        project: link.project,
        kind: link.kind,
        language,
        at: Number(link.created_at),
        ...(await readSubject(custody, client, link)),
      }
    const { kind, project, user_id: userId, device_id, login_id, permission_id } = link
    // these give something back; the others only take access away
    if (kind === 'undo' || kind === 'unlink' || kind === 'factor') await assertActive(custody, client, userId)
    if (kind === 'undo') await undoUpdate(custody, client, link)
    else
      await noticeActions[kind](custody, client, {
        project,
        userId,
        deviceId: device_id ?? undefined,
        loginId: login_id ?? undefined,
        permissionId: permission_id ?? undefined,
      })
    await client.query('UPDATE mail_links SET used_at = $2 WHERE id = $1', [link.id, now])
    return { status: 'done', project, kind, language }
  })
}

/** The login or device that the notice is about, if it still exists. */
async function readSubject(
  { providers }: Pick<Custody, 'providers'>,
  { query }: Queryable,
  { user_id, device_id, login_id }: MailLinkRow,
): Promise<NoticeSubject> {
  if (login_id !== null) {
    const [login] = await query<{ provider: Exclude<LoginKind, 'email'> }>(
      `SELECT provider FROM logins WHERE id = $1 AND user_id = $2
       UNION ALL SELECT 'passkey' FROM passkeys WHERE id = $1 AND user_id = $2`,
      [login_id, user_id],
    )
    const providerName = login && providers.get(login.provider)?.name
    return { ...login, ...(providerName !== undefined && { providerName }) }
  }
  if (device_id === null) return {}
  const [row] = await query<{ origin: string; browser: string | null; place: string | null }>(
    `SELECT origin, browser, place FROM devices JOIN device_users ON device_id = id WHERE id = $1 AND user_id = $2`,
    [device_id, user_id],
  )
  if (!row) return {}
  const { origin, browser, place } = row
  return { origin, ...(browser !== null && { browser }), ...(place !== null && { place }) }
}
