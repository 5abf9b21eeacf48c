import { randomBytes } from 'node:crypto'
import type { Queryable } from '@latchkey/server-kit/database'
import type { LoginKind } from '../../protocol/login.js'
import type { NoticeKind } from '../../protocol/notice.js'
import { toLanguage } from '../../words/words.js'
import { toRowMac } from '../crypto/rowMac.js'
import { seal } from '../crypto/seal.js'
import type { Announcer } from '../custody.js'
import { unsealEmail } from '../mail/address.js'
import { type Requester, toAccountUrl, toEmailBrand, writeNoticeEmail } from '../mail/emails.js'
import { queueEmail } from '../mail/outbox.js'
import { findEmailIdentity } from '../users/identity.js'
import { getUserRow } from '../users/user.js'
import { type NoticeEvent, noticeEvents, type OtherMailboxText } from './events.js'
import { createMailLink, listUndoLinks, type MailLinkTarget } from './mailLink.js'

/** Milliseconds for which devices show a notice. */
const noticeTime = 90 * 86_400_000

/** The sealed body of a notice. */
export type NoticeBody = MailLinkTarget & {
  readonly event: NoticeEvent
  readonly act: NoticeKind | 'inform'
  readonly project: string
  readonly origin?: string | undefined
  readonly browser?: string | undefined
  readonly place?: string | null | undefined
  readonly login?: LoginKind | undefined
  readonly until?: number | undefined
  readonly due?: number | undefined
}

export type Announcement = MailLinkTarget & {
  readonly event: NoticeEvent
  readonly project: string
  readonly userId: string
  /** The requester, if it was done on a device. */
  readonly requester?: Requester | undefined
  /** The device that did it: it needs no notice. */
  readonly byDevice?: string | undefined
  /** The login that it is about. */
  readonly login?: LoginKind | undefined
  /** Until when a transfer is on hold: milliseconds since the epoch. */
  readonly until?: number | undefined
  /** Time at which the started change takes effect, in milliseconds since the epoch. */
  readonly due?: number | undefined
  /** Whether former mailboxes, which a link could still restore, get the same. */
  readonly toFormer?: boolean | undefined
  /** Mailboxes that are no longer the user's, or not yet. `undo`: the link there restores that address. */
  readonly others?:
    | readonly {
        readonly email: string
        readonly text: OtherMailboxText | NoticeEvent
        readonly undo?: boolean | undefined
      }[]
    | undefined
}

/**
 * Notifies a user of a security event, in its transaction: every mailbox by an email whose link undoes it or freezes the wallet, and every
 * known device through `notices.list`. `noticeEvents` has each event's action, `words` its texts.
 */
export async function announce(
  custody: Announcer,
  client: Queryable,
  { event, project, userId, requester, byDevice, login, until, due, toFormer, others = [], ...target }: Announcement,
): Promise<void> {
  const act: NoticeKind | 'inform' = noticeEvents[event]
  const user = await getUserRow(custody, client, userId)
  // never logged in: an app that has created a wallet for a mailbox must not get anything mailed to it
  if (user.unclaimed_since !== null) return
  const language = toLanguage(user.language)
  const { origin, browser, place } = requester ?? {}
  const about = { origin, browser, place, login, until, due }
  await insertNotice(custody, client, { userId, byDevice, body: { ...target, ...about, event, act, project } })
  const account = toAccountUrl(custody, project)
  const brand = toEmailBrand(custody.projects, project)
  const at = custody.now()
  const own = await findEmailIdentity(custody, client, userId)
  const former = toFormer ? await listUndoLinks(custody, client, userId) : []
  const addresses = new Set([
    ...(own ? [unsealEmail(custody, own.email, userId)] : []),
    ...former.flatMap(({ id, email }) => (email === null ? [] : [unsealEmail(custody, email, id)])),
  ])
  for (const to of addresses) {
    const link =
      act === 'inform' ? undefined : await createMailLink(custody, client, { kind: act, project, userId, ...target })
    const content = writeNoticeEmail({
      ...about,
      looks: custody.providers,
      event,
      brand,
      language,
      at,
      account,
      ...(link !== undefined && act !== 'inform' && { act: { kind: act, link } }),
    })
    await queueEmail(custody, client, { to, content })
  }
  for (const { email, text, undo } of others) {
    const link = undo ? await createMailLink(custody, client, { kind: 'undo', project, userId, email }) : undefined
    const content = writeNoticeEmail({
      ...about,
      looks: custody.providers,
      event: text,
      brand,
      language,
      at,
      ...(link !== undefined && { act: { kind: 'undo', link } }),
    })
    await queueEmail(custody, client, { to: email, content })
  }
}

async function insertNotice(
  { keys, instance, now }: Announcer,
  { query }: Queryable,
  {
    userId,
    byDevice,
    body,
  }: { readonly userId: string; readonly byDevice: string | undefined; readonly body: NoticeBody },
): Promise<void> {
  const id = randomBytes(16).toString('hex')
  const time = now()
  const plain = Buffer.from(JSON.stringify(body))
  const row = {
    id,
    user_id: userId,
    body: seal(keys.email, { plain, place: ['notice', instance, id] }),
    created_at: time,
    valid_until: time + noticeTime,
  }
  await query('INSERT INTO notices (id, user_id, body, created_at, valid_until, mac) VALUES ($1, $2, $3, $4, $5, $6)', [
    ...Object.values(row),
    toRowMac(keys, 'notices', row),
  ])
  if (byDevice !== undefined)
    await query('INSERT INTO notice_views SELECT $1, id FROM devices WHERE id = $2', [id, byDevice])
}
