import type { LoginProvider } from '../../protocol/login.js'
import type { NoticeReply, NoticeRequest } from '../../protocol/notice.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { revokeDevice } from '../devices/revokeDevice.js'
import { removeLogin } from '../logins/removeLogin.js'
import { cancelRecovery } from '../recovery/cancelRecovery.js'
import { assertRow } from '../sealing/rowMac.js'
import { cancelSeal } from '../seals/pendingSeal.js'
import { cancelHolds } from '../spending/holds.js'
import { undoUpdate } from '../updates/undoUpdate.js'
import { type MailLinkRow, toNoticeHash } from './mailLink.js'

/** Milliseconds in which the same press, sent again, is told the same. */
const repeat = 60_000

/**
 * What a link of a notice is about; only `act` changes anything, so that those who fetch links to check them change nothing. It is
 * good once.
 */
export async function answerNotice(custody: Custody, { token, act }: NoticeRequest): Promise<NoticeReply> {
  return custody.database.inTransaction(async (client) => {
    const now = custody.now()
    const [link] = await client.query<MailLinkRow>('SELECT * FROM mail_links WHERE link_hash = $1 FOR UPDATE', [
      toNoticeHash(custody, token),
    ])
    if (!link || now >= Number(link.valid_until)) return { status: 'gone' }
    assertRow(custody.keys, 'mail_links', link)
    if (link.used_at !== null)
      return act && now - Number(link.used_at) <= repeat ? { status: 'done', kind: link.kind } : { status: 'gone' }
    if (!act)
      return { status: 'open', kind: link.kind, at: Number(link.created_at), ...(await readSubject(client, link)) }
    await acts[link.kind](custody, client, link)
    await client.query('UPDATE mail_links SET used_at = $2 WHERE id = $1', [link.id, now])
    return { status: 'done', kind: link.kind }
  })
}

type Act = (custody: Custody, client: Queryable, link: MailLinkRow) => Promise<void>

const acts: Readonly<Record<MailLinkRow['kind'], Act>> = {
  revoke: (custody, client, { user_id, device_id }) =>
    revokeDevice(custody, client, { userId: user_id, deviceId: device_id ?? '' }),
  undo: undoUpdate,
  cancel: (custody, client, { user_id }) => cancelRecovery(custody, client, user_id),
  // what waits never passes, and who asked for it is out
  hold: async (custody, client, { user_id, device_id }) => {
    await cancelHolds(client, user_id)
    await revokeDevice(custody, client, { userId: user_id, deviceId: device_id ?? '' })
    await appendAudit(custody, client, { event: 'transfer.cancelled', user: user_id, device: device_id ?? '' })
  },
  // the wallet stays as it is, and who asked for it is out
  seal: async (custody, client, { user_id, device_id }) => {
    await cancelSeal(custody, client, { userId: user_id })
    await revokeDevice(custody, client, { userId: user_id, deviceId: device_id ?? '' })
  },
  // one that is gone already is what was wanted
  unlink: async (custody, client, { user_id, login_id }) => {
    await removeLogin(custody, client, { userId: user_id, loginId: login_id ?? '' })
  },
}

type NoticeSubject = Pick<Extract<NoticeReply, { readonly at?: unknown }>, 'provider' | 'origin' | 'browser' | 'place'>

/** The login or the device that it is about, if it still is there. */
async function readSubject(
  { query }: Queryable,
  { user_id, device_id, login_id }: MailLinkRow,
): Promise<NoticeSubject> {
  if (login_id !== null) {
    const [login] = await query<{ provider: LoginProvider }>(
      'SELECT provider FROM logins WHERE id = $1 AND user_id = $2',
      [login_id, user_id],
    )
    return login ?? {}
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
