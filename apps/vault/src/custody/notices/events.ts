import type { NoticeKind } from '../../protocol/notice.js'
import type { AuditEvent } from '../audit/appendAudit.js'

/**
 * Which events of the audit log a user is notified of, and what the link of the email and the button on a device then do: undo it, or
 * freeze the wallet. `inform`: neither. Null: routine, or what only the operator does. A new event needs an entry here and its texts
 * in each file of mail/words.
 */
export const noticeEvents = {
  // of a browser that is new to the user
  'login.done': 'revoke',
  'login.linked': 'unlink',
  'login.removed': 'freeze',
  'update.done': 'freeze',
  'update.undone': 'freeze',
  'device.revoked': 'freeze',
  'resume.reused': 'freeze',
  'export.done': 'freeze',
  'recovery.printed': 'freeze',
  'recovery.started': 'cancel',
  'recovery.cancelled': 'freeze',
  'recovery.done': 'inform',
  'seal.made': 'freeze',
  'seal.added': 'freeze',
  'seal.removed': 'freeze',
  'transfer.held': 'hold',
  'transfer.cancelled': 'freeze',
  'limit.reached': 'freeze',
  'permission.granted': 'permission',
  'permission.revoked': 'freeze',
  'wallet.frozen': 'inform',
  'wallet.unfrozen': 'freeze',
  // somebody has asked for something, and got nothing yet
  'login.asked': null,
  'login.linkApproved': null,
  'login.wrongCode': null,
  'social.asked': null,
  'social.answered': null,
  'social.failed': null,
  'update.asked': null,
  'account.asked': null,
  'request.shown': null,
  'request.rejected': null,
  // what the user has just done themselves, with their approval or factor
  'user.created': null,
  'session.ended': null,
  'request.signed': null,
  'seal.unlocked': null,
  // of all users at once
  'key.rotated': null,
  'sessions.revoked': null,
  'signing.stopped': null,
  'signing.started': null,
} as const satisfies Readonly<Record<AuditEvent, NoticeKind | 'inform' | null>>

/** An event that a user is notified of. */
export type NoticeEvent = {
  readonly [event in AuditEvent]: (typeof noticeEvents)[event] extends null ? never : event
}[AuditEvent]

/** What is told to a mailbox that is not the user's own any more, or not yet. */
export type OtherMailboxText =
  | 'update.done.former'
  | 'update.undone.former'
  | 'recovery.started.next'
  | 'recovery.done.former'

export type NoticeText = NoticeEvent | OtherMailboxText
