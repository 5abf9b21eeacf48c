import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { NoticeKind } from '../../protocol/notice.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { toMac } from '../crypto/seal.js'
import type { Announcer, Custody } from '../custody.js'
import { sealEmail, toEmailIndex } from '../mail/address.js'

const day = 86_400_000

/** Milliseconds for which a link in an email is valid. It needs no login. */
const mailLinkTimes: Readonly<Record<NoticeKind, number>> = {
  /** As long as a session can last. */
  revoke: 30 * day,
  undo: 3 * day,
  cancel: 3 * day,
  unlink: 30 * day,
  /** Longer than any hold. */
  hold: 60 * day,
  permission: 30 * day,
  freeze: 30 * day,
  /** Voided when the seal takes effect. */
  seal: 30 * day,
  /** As long as a new factor can be removed. */
  factor: 3 * day,
  /** Voided when the loss takes effect. */
  keep: 30 * day,
}

export type MailLinkRow = {
  readonly id: string
  readonly kind: NoticeKind
  readonly project: string
  readonly user_id: string
  readonly device_id: string | null
  readonly email_index: Buffer | null
  readonly email: Buffer | null
  readonly login_id: string | null
  readonly permission_id: string | null
  readonly link_hash: Buffer
  readonly created_at: string
  readonly used_at: string | null
  readonly valid_until: string
  readonly mac: Buffer
}

/** The target of a link or a button, besides the user. */
export type MailLinkTarget = {
  readonly deviceId?: string | undefined
  readonly loginId?: string | undefined
  readonly permissionId?: string | undefined
}

export type NewMailLink = MailLinkTarget & {
  readonly kind: NoticeKind
  readonly project: string
  readonly userId: string
  /** The previous address, to restore. */
  readonly email?: string | undefined
}

/**
 * Stores the action of a link, in the caller's transaction, and returns its URL, whose token exists only in the email.
 */
export async function createMailLink(
  custody: Announcer,
  { query }: Queryable,
  { kind, project, userId, deviceId, loginId, permissionId, email }: NewMailLink,
): Promise<string> {
  const { keys } = custody
  const now = custody.now()
  const id = randomBytes(16).toString('hex')
  const token = randomBytes(32).toString('base64url')
  const row = {
    id,
    kind,
    project,
    user_id: userId,
    device_id: deviceId ?? null,
    email_index: email === undefined ? null : toEmailIndex(custody, email),
    email: email === undefined ? null : sealEmail(custody, email, id),
    login_id: loginId ?? null,
    permission_id: permissionId ?? null,
    link_hash: toNoticeHash(custody, token),
    created_at: now,
    valid_until: now + mailLinkTimes[kind],
  }
  const all = { ...row, mac: toRowMac(keys, 'mail_links', row) }
  const names = Object.keys(all)
  const places = names.map((_, index) => `$${index + 1}`)
  await query(`INSERT INTO mail_links (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(all))
  return `${custody.publicUrl}/notice?token=${token}`
}

/** Voids a user's links of one kind, or all except those that restore an address. They don't count as clicked. */
export async function voidMailLinks({ query }: Queryable, userId: string, kind?: NoticeKind): Promise<void> {
  const [condition, value] = kind ? ['kind = $2', kind] : ['kind <> $2', 'undo']
  await query(`UPDATE mail_links SET used_at = 0 WHERE user_id = $1 AND ${condition} AND used_at IS NULL`, [
    ...[userId, value],
  ])
}

/** Lists the address changes that a link can still undo, newest first. */
export async function listUndoLinks(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  { query }: Queryable,
  userId: string,
): Promise<readonly MailLinkRow[]> {
  const rows = await query<MailLinkRow>(
    `SELECT * FROM mail_links WHERE user_id = $1 AND kind = 'undo' AND used_at IS NULL AND valid_until > $2
     ORDER BY created_at DESC`,
    [userId, now()],
  )
  for (const row of rows) assertRow(keys, 'mail_links', row)
  return rows
}

export function toNoticeHash({ keys }: Pick<Custody, 'keys'>, token: string): Buffer {
  return toMac(keys.tokens, ['notice', token])
}
