import type { NoticeKind } from '../../protocol/notice.js'
import type { AuditEvent } from '../audit/events.js'

/** Events that a user is not notified of: routine, about all users, or about the operators' own work. */
type QuietEvent =
  | 'login.asked'
  | 'login.linkApproved'
  | 'login.wrongCode'
  | 'social.asked'
  | 'passkey.asked'
  | 'passkey.renamed'
  | 'social.answered'
  | 'social.failed'
  | 'update.asked'
  | 'account.asked'
  | 'request.shown'
  | 'request.rejected'
  | 'user.created'
  // its owner doesn't know of it yet
  | 'user.pregenerated'
  // a new browser is notified of as `login.done`
  | 'login.shared'
  | 'session.ended'
  | 'request.signed'
  | 'request.consented'
  | 'seal.unlocked'
  // it gives access to nothing; too many wrong codes are notified of as `factor.refused`
  | 'login.waiting'
  | 'factor.wrong'
  | 'factor.used'
  // part of `wallet.chosen`, `wallet.created` and `wallet.imported`
  | 'wallet.retired'
  // the accounts come from the same seed
  | 'wallet.extended'
  | 'wallet.split'
  | 'wallet.joined'
  // its device is logged out, of which the user is notified
  | 'unlock.refused'
  | 'key.rotated'
  | 'key.rotationStarted'
  | 'sessions.revoked'
  | 'signing.stopped'
  | 'signing.started'
  | 'user.viewed'
  | 'operator.added'
  | 'operator.removed'
  | 'users.viewed'
  | 'audit.viewed'
  | 'audit.checked'
  | 'project.saved'
  | 'project.deleted'
  | 'webhook.saved'
  | 'webhook.rotated'
  | 'webhook.deleted'
  | 'webhook.redelivered'
  | 'webhook.disabled'
  | 'apiKey.created'
  | 'apiKey.revoked'
  | 'proposal.made'
  | 'proposal.approved'
  | 'proposal.rejected'
  | 'drill.passed'
  | 'drill.failed'

/** An event that a user is notified of. */
export type NoticeEvent = Exclude<AuditEvent, QuietEvent>

type NoticeEvents = Readonly<Record<NoticeEvent, Exclude<NoticeKind, 'undo'> | 'inform'>>

/**
 * The action of the email's link and the device's button for each event: undo it, or freeze the wallet. `inform`:
 * neither. Every audit event that is not listed as quiet above needs an entry here, and texts in each file of `words`.
 */
export const noticeEvents: NoticeEvents = {
  // only in a browser that is new to the user
  'login.done': 'revoke',
  'login.linked': 'unlink',
  'login.removed': 'freeze',
  'passkey.added': 'unlink',
  'passkey.copied': 'freeze',
  'update.done': 'freeze',
  'update.undone': 'freeze',
  'device.revoked': 'freeze',
  'resume.reused': 'freeze',
  'export.done': 'freeze',
  'recovery.printed': 'freeze',
  'recovery.started': 'cancel',
  'recovery.cancelled': 'freeze',
  'recovery.done': 'inform',
  'seal.asked': 'seal',
  'seal.cancelled': 'freeze',
  'seal.made': 'freeze',
  'seal.added': 'freeze',
  'seal.removed': 'freeze',
  'seal.undone': 'inform',
  // sealed too, with a new seed
  'wallet.created': 'freeze',
  'wallet.chosen': 'freeze',
  'wallet.imported': 'freeze',
  // the browser that asks to unlock is logged out
  'unlock.asked': 'revoke',
  'unlock.approved': 'revoke',
  'transfer.held': 'hold',
  'transfer.cancelled': 'freeze',
  'limit.reached': 'freeze',
  'permission.granted': 'permission',
  'permission.revoked': 'freeze',
  'factor.added': 'factor',
  // it took the second factor that was there
  'factor.changed': 'freeze',
  'factor.removed': 'freeze',
  'factor.renewed': 'freeze',
  'factor.limited': 'freeze',
  'factor.codeUsed': 'freeze',
  'factor.refused': 'freeze',
  'factor.lost': 'keep',
  'factor.kept': 'freeze',
  'factor.gone': 'freeze',
  'selfCustody.on': 'freeze',
  'selfCustody.off': 'freeze',
  'selfCustody.changed': 'freeze',
  'selfCustody.guarded': 'freeze',
  'selfCustody.requested': 'freeze',
  // by an operator
  'devices.revoked': 'inform',
  'user.frozen': 'inform',
  'user.unfrozen': 'inform',
  'wallet.frozen': 'inform',
  'wallet.unfrozen': 'freeze',
}

/** Texts for a mailbox that is no longer the user's, or not yet. */
export type OtherMailboxText =
  | 'update.done.former'
  | 'update.undone.former'
  | 'recovery.started.next'
  | 'recovery.done.former'

export type NoticeText = NoticeEvent | OtherMailboxText
