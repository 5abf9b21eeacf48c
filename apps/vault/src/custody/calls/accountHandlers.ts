import type { AccountCalls } from '../../protocol/account.js'
import { exportPhrase } from '../account/exportPhrase.js'
import { sendFreshCode } from '../account/freshCode.js'
import { getAccountState } from '../account/getAccountState.js'
import { listOffers } from '../account/listOffers.js'
import { listDevices, revokeOne } from '../devices/listDevices.js'
import { takeOff } from '../logins/takeOff.js'
import { actOnNotice, dismissNotices, freezeOwn, listNotices, unfreezeOwn } from '../notices/noticeList.js'
import { cancelRecovery } from '../recovery/cancelRecovery.js'
import { printRecoveryCode } from '../recovery/printRecoveryCode.js'
import { startRecovery } from '../recovery/startRecovery.js'
import { cancelOwnSeal } from '../seals/pendingSeal.js'
import { addSeal, chooseWallet, getSeal, lockSeal, removeSeal, unlockSeal } from '../seals/seals.js'
import { askToUnlock, confirmUnlock } from '../seals/unlockRequests.js'
import { getUpdater } from '../updates/getUpdater.js'
import type { Handlers } from './call.js'

export const accountHandlers: Pick<Handlers, keyof AccountCalls> = {
  'devices.list': listDevices,
  'devices.revoke': revokeOne,
  'account.offers': listOffers,
  'account.get': getAccountState,
  'account.code': sendFreshCode,
  'account.export': exportPhrase,
  'logins.remove': takeOff,
  'recovery.print': printRecoveryCode,
  'recovery.start': startRecovery,
  'recovery.cancel': async ({ custody, caller }) => {
    const { project, deviceId: byDevice } = caller
    const userId = getUpdater(caller)
    await custody.database.inTransaction((client) => cancelRecovery(custody, client, { project, userId, byDevice }))
    return {}
  },
  'notices.list': (call) => listNotices(call),
  'notices.seen': dismissNotices,
  'account.act': actOnNotice,
  'account.freeze': freezeOwn,
  'account.unfreeze': unfreezeOwn,
  'seal.get': getSeal,
  'seal.ask': askToUnlock,
  'seal.confirm': confirmUnlock,
  'seal.add': addSeal,
  'seal.cancel': cancelOwnSeal,
  'seal.unlock': unlockSeal,
  'seal.lock': lockSeal,
  'seal.remove': removeSeal,
  'wallets.choose': chooseWallet,
}
