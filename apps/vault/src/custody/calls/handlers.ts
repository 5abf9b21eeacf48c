import { giveConsent } from '../approvals/giveConsent.js'
import { prepareRequest } from '../approvals/prepareRequest.js'
import { rejectRequest } from '../approvals/rejectRequest.js'
import { signApproved } from '../approvals/signApproved.js'
import { appendAudit } from '../audit/appendAudit.js'
import { getUserId } from '../devices/findCaller.js'
import { awaitFarcaster } from '../farcaster/awaitFarcaster.js'
import { startFarcaster } from '../farcaster/startFarcaster.js'
import { awaitDevice } from '../login/awaitDevice.js'
import { finishLogin } from '../login/finishLogin.js'
import { startLogin } from '../login/startLogin.js'
import { getCallBundle } from '../operations/callBundle.js'
import { draft } from '../operations/draft.js'
import { endSession } from '../sessions/session.js'
import { finishSocial } from '../social/finishSocial.js'
import { startSocial } from '../social/startSocial.js'
import { cancelHolds } from '../spending/holds.js'
import { withLimitNotice } from '../spending/limitNotice.js'
import { confirmPrimary } from '../updates/confirmPrimary.js'
import { finishUpdate } from '../updates/finishUpdate.js'
import { startUpdate } from '../updates/startUpdate.js'
import { getUser } from '../users/getUser.js'
import { accountHandlers } from './accountHandlers.js'
import type { Handlers } from './call.js'

/** By the name of the call. */
export const handlers: Handlers = {
  ...accountHandlers,
  'email.start': startLogin,
  'email.device': awaitDevice,
  'email.verify': finishLogin,
  'social.start': startSocial,
  'social.finish': finishSocial,
  'farcaster.start': startFarcaster,
  'farcaster.wait': awaitFarcaster,
  'user.get': ({ custody, caller }) => getUser(custody, custody.database, getUserId(caller)),
  // also where nobody is logged in: a reply that was lost is asked for again
  'session.end': async ({ custody, caller: { session, deviceId } }) => {
    if (session)
      await custody.database.inTransaction(async (client) => {
        await endSession(client, deviceId)
        await appendAudit(custody, client, { event: 'session.ended', user: session.userId, device: deviceId })
      })
    return {}
  },
  'update.start': startUpdate,
  'update.primary': confirmPrimary,
  'update.secondary': finishUpdate,
  'operation.draft': draft,
  'calls.get': getCallBundle,
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
