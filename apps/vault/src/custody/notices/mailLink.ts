import { randomBytes } from 'node:crypto'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { sealEmail, toEmailIndex } from '../email/sealedEmail.js'
import { toRowMac } from '../sealing/rowMac.js'
import { toMac } from '../sealing/toMac.js'

/** What the owner of a mailbox can do by a link in a mail, without being logged in. */
export type MailLinkKind = 'revoke' | 'undo' | 'cancel' | 'unlink' | 'hold' | 'seal'

const day = 86_400_000

/** Milliseconds that a link is good for. */
const mailLinkTimes: Readonly<Record<MailLinkKind, number>> = {
  /** As long as a session lives at most. */
  revoke: 30 * day,
  undo: 3 * day,
  cancel: 3 * day,
  unlink: 30 * day,
  /** Longer than any hold. */
  hold: 60 * day,
  /** Until the seal takes effect. */
  seal: day,
}

export type MailLinkRow = {
  readonly id: string
  readonly kind: MailLinkKind
  readonly project: string
  readonly user_id: string
  readonly device_id: string | null
  readonly email_index: Buffer | null
  readonly email: Buffer | null
  readonly login_id: string | null
  readonly link_hash: Buffer
  readonly created_at: string
  readonly used_at: string | null
  readonly valid_until: string
  readonly mac: Buffer
}

export type NewMailLink = {
  readonly kind: MailLinkKind
  readonly project: string
  readonly userId: string
  readonly deviceId?: string | undefined
  readonly loginId?: string | undefined
  /** The address of before, to go back to. */
  readonly email?: string | undefined
}

/** Keeps what a link may do, in the transaction of the caller, and gives its address, which stands nowhere but in the mail. */
export async function createMailLink(
  custody: Custody,
  { query }: Queryable,
  { kind, project, userId, deviceId, loginId, email }: NewMailLink,
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

export function toNoticeHash({ keys }: Pick<Custody, 'keys'>, token: string): Buffer {
  return toMac(keys.tokens, ['notice', token])
}
