import type { LoginProvider } from '../../protocol/login.js'
import type { NoticeReply, NoticeRequest, NoticeSubject } from '../../protocol/notice.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { assertRow } from '../sealing/rowMac.js'
import { undoUpdate } from '../updates/undoUpdate.js'
import { assertActive } from '../users/frozen.js'
import { getLanguage } from '../users/language.js'
import { type MailLinkRow, toNoticeHash } from './mailLink.js'
import { noticeActs } from './noticeActs.js'

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
    const language = await getLanguage(custody, client, link.user_id)
    if (link.used_at !== null)
      return act && now - Number(link.used_at) <= repeat
        ? { status: 'done', kind: link.kind, language }
        : { status: 'gone' }
    if (!act)
      return {
        ...{ status: 'open', kind: link.kind, language, at: Number(link.created_at) },
        ...(await readSubject(client, link)),
      }
    const { kind, project, user_id: userId, device_id, login_id, permission_id } = link
    // these give something back; the others only take it away
    if (kind === 'undo' || kind === 'unlink') await assertActive(custody, client, userId)
    if (kind === 'undo') await undoUpdate(custody, client, link)
    else
      await noticeActs[kind](custody, client, {
        ...{ project, userId, deviceId: device_id ?? undefined },
        ...{ loginId: login_id ?? undefined, permissionId: permission_id ?? undefined },
      })
    await client.query('UPDATE mail_links SET used_at = $2 WHERE id = $1', [link.id, now])
    return { status: 'done', kind, language }
  })
}

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
