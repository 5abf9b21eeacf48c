import type { NoticeKind } from '../../protocol/notice.js'
import { appendAudit } from '../audit/appendAudit.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { revokeDevice } from '../devices/revokeDevice.js'
import { removeLogin } from '../logins/removeLogin.js'
import { removePermissionById } from '../operations/permission.js'
import { cancelRecovery } from '../recovery/cancelRecovery.js'
import { cancelSealByNotice } from '../seals/pendingSeal.js'
import { cancelHolds } from '../spending/holds.js'
import { announce } from './announce.js'
import { freezeWallet, walletFreezeTimes } from './freeze.js'
import type { MailLinkTarget } from './mailLink.js'

export type NoticeTarget = MailLinkTarget & { readonly project: string; readonly userId: string }

type Act = (custody: Custody, client: Queryable, target: NoticeTarget) => Promise<void>

/** What a notice can do for its user, by the link of an email or the button on a device. What is gone already is what was wanted. */
export const noticeActs: Readonly<Record<Exclude<NoticeKind, 'undo'>, Act>> = {
  revoke: (custody, client, { project, userId, deviceId = '' }) =>
    revokeDevice(custody, client, { project, userId, deviceId }),
  cancel: (custody, client, { project, userId }) => cancelRecovery(custody, client, { project, userId }),
  // what waits never passes, and who asked for it is out
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
    if (!(await removePermissionById(client, { userId, id: permissionId }))) return
    await announce(custody, client, { event: 'permission.revoked', project, userId })
    await appendAudit(custody, client, { event: 'permission.revoked', user: userId, permission: permissionId })
  },
  // the wallet stays as it is, and who asked for it is out
  seal: async (custody, client, { project, userId, deviceId = '' }) => {
    await cancelSealByNotice(custody, client, { project, userId })
    await revokeDevice(custody, client, { project, userId, deviceId })
  },
  freeze: (custody, client, { project, userId }) =>
    freezeByOwner(custody, client, { project, userId, isProven: false }),
}

/** Throws `TOO_MANY` where it was frozen within 30 days and nobody has proved who they are. */
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
