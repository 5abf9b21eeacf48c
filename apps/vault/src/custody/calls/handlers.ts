import type { AccountCalls } from '../../protocol/account.js'
import type { CustodyMethod, CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { getAccountState, listOffers } from '../account/accountState.js'
import { exportPhrase } from '../account/exportPhrase.js'
import { createImportKey, importPhrase } from '../account/importPhrase.js'
import {
  addPasskeyFactor,
  beginTotp,
  confirmTotp,
  removeOwnFactor,
  renewBackupCodes,
  setStepUp,
} from '../account/ownFactors.js'
import { actOnNotice, dismissNotices, freezeOwn, listNotices, unfreezeOwn } from '../account/ownNotices.js'
import { endSelfCustody, finishSelfCustody, readOwners, startSelfCustody } from '../account/ownSelfCustody.js'
import { giveConsent, rejectRequest } from '../approvals/approval.js'
import { prepareRequest } from '../approvals/prepareRequest.js'
import { signApproved } from '../approvals/signApproved.js'
import { appendAudit } from '../audit/appendAudit.js'
import { sendFreshCode } from '../challenges/proof.js'
import { type Call, getTrustedUserId, getUserId } from '../devices/caller.js'
import { endSession } from '../devices/session.js'
import { listDevices, revokeOwnDevice } from '../devices/userDevices.js'
import { confirmPrimary, finishUpdate, startUpdate } from '../emailChange/emailChange.js'
import { finishGuestEmail, startGuestEmail } from '../emailChange/guestEmail.js'
import { cancelOwnLoss, reportLoss } from '../factors/loss.js'
import { startPasskeyFactor } from '../factors/passkeyFactor.js'
import { awaitFarcaster, startFarcaster } from '../farcaster/farcasterLogin.js'
import { awaitDevice, finishLogin, startLogin } from '../logins/emailLogin.js'
import { finishFactorLogin } from '../logins/factorLogin.js'
import { logInAsGuest } from '../logins/guestLogin.js'
import { getUser } from '../logins/openSession.js'
import { removeOwnLogin, renameOwnLogin } from '../logins/ownLogins.js'
import { finishPasskey, startPasskey } from '../logins/passkeyLogin.js'
import { finishPhoneLogin, startPhoneLogin } from '../logins/phoneLogin.js'
import { shareSession } from '../logins/shareSession.js'
import { logInWithToken } from '../logins/tokenLogin.js'
import { getCallBundle } from '../operations/callBundle.js'
import { draft, listGranted } from '../operations/requests.js'
import { cancelRecovery, confirmRecovery, printRecoveryCode, startRecovery } from '../recovery/recovery.js'
import { cancelOwnSeal } from '../seals/pendingSeal.js'
import { addSeal, chooseWallet, getSeal, lockSeal, removeSeal, unlockSeal } from '../seals/seals.js'
import { askToUnlock, confirmUnlock } from '../seals/unlockRequests.js'
import { finishSocial, startSocial } from '../social/socialLogin.js'
import { cancelHolds } from '../spending/holds.js'
import { withLimitNotice } from '../spending/spending.js'
import { addBitcoinAccounts } from '../wallets/wallet.js'

export type Handlers = {
  readonly [method in Exclude<CustodyMethod, 'hello'>]: (
    call: Call,
    params: CustodyParams<method>,
  ) => Promise<CustodyResult<method>>
}

const accountHandlers: Pick<Handlers, keyof AccountCalls> = {
  'devices.list': listDevices,
  'devices.revoke': revokeOwnDevice,
  'account.offers': listOffers,
  'account.get': getAccountState,
  'account.code': sendFreshCode,
  'account.export': exportPhrase,
  'logins.remove': removeOwnLogin,
  'logins.rename': renameOwnLogin,
  'recovery.print': printRecoveryCode,
  'recovery.start': startRecovery,
  'recovery.confirm': confirmRecovery,
  'recovery.cancel': async ({ custody, caller }) => {
    const { project, deviceId: byDevice } = caller
    const userId = getTrustedUserId(caller)
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
  'factors.begin': beginTotp,
  'factors.confirm': confirmTotp,
  'factors.addPasskey': addPasskeyFactor,
  'factors.remove': removeOwnFactor,
  'factors.renew': renewBackupCodes,
  'factors.limit': setStepUp,
  'factors.lose': reportLoss,
  'factors.keep': cancelOwnLoss,
  'selfCustody.start': startSelfCustody,
  'selfCustody.finish': finishSelfCustody,
  'selfCustody.end': endSelfCustody,
  'selfCustody.read': readOwners,
  'wallets.importKey': createImportKey,
  'wallets.import': importPhrase,
  'wallets.choose': chooseWallet,
}

/** Handlers by method. */
export const handlers: Handlers = {
  ...accountHandlers,
  'email.start': startLogin,
  'email.device': awaitDevice,
  'email.verify': finishLogin,
  'social.start': startSocial,
  'social.finish': finishSocial,
  'farcaster.start': startFarcaster,
  'farcaster.wait': awaitFarcaster,
  'passkey.start': startPasskey,
  'passkey.finish': finishPasskey,
  'factors.login': finishFactorLogin,
  'factors.passkey': startPasskeyFactor,
  'token.login': logInWithToken,
  'guest.login': logInAsGuest,
  'guest.addEmail': startGuestEmail,
  'guest.confirmEmail': finishGuestEmail,
  'phone.start': startPhoneLogin,
  'phone.verify': finishPhoneLogin,
  'user.get': async ({ custody, caller }) => {
    await addBitcoinAccounts(custody, caller)
    return getUser(custody, custody.database, getUserId(caller))
  },
  // allowed without a session, too: a client repeats it if the reply was lost
  'session.share': shareSession,
  'session.end': async ({ custody, caller: { session, waiting, deviceId } }) => {
    const ended = session ?? waiting
    if (ended)
      await custody.database.inTransaction(async (client) => {
        await endSession(client, deviceId)
        await appendAudit(custody, client, { event: 'session.ended', user: ended.userId, device: deviceId })
      })
    return {}
  },
  'update.start': startUpdate,
  'update.primary': confirmPrimary,
  'update.secondary': finishUpdate,
  'operation.draft': draft,
  'calls.get': getCallBundle,
  'permissions.list': listGranted,
  'request.prepare': (call, params) => withLimitNotice(call, () => prepareRequest(call, params)),
  'request.sign': (call, params) => withLimitNotice(call, () => signApproved(call, params)),
  'request.reject': rejectRequest,
  'consent.give': giveConsent,
  'hold.cancel': async ({ custody, caller }) => {
    const [user, device] = [getUserId(caller), caller.deviceId]
    await custody.database.inTransaction(async (client) => {
      await cancelHolds(client, user)
      await appendAudit(custody, client, { event: 'transfer.cancelled', user, device })
    })
    return {}
  },
}
