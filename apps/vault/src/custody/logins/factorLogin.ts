import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { Call } from '../devices/caller.js'
import { admitSession } from '../devices/session.js'
import { CallError } from '../errors/callError.js'
import { takeFactor } from '../factors/takeFactor.js'
import { assertActive } from '../freezes/operatorFreeze.js'
import { assertNotFrozen } from '../freezes/walletFreeze.js'
import { findDeviceUser } from '../users/deviceUser.js'
import { listLogins } from '../users/login.js'
import { admitDevice, getUser } from './openSession.js'

/**
 * Completes a login on a device that is new to a user with a second factor. Until then the login gives access to nothing. Works once; after
 * a lost reply the same call gets the user again.
 */
export async function finishFactorLogin(
  call: Call,
  { proof }: CustodyParams<'factors.login'>,
): Promise<CustodyResult<'factors.login'>> {
  const { custody, caller } = call
  const { database } = custody
  const { session, waiting } = caller
  if (session) return { user: await getUser(custody, database, session.userId) }
  if (!waiting) throw toLate()
  const { id, userId, loginId } = waiting
  const factor = await takeFactor(call, { userId, proof, isLogin: true })
  return database.inTransaction(async (client) => {
    const known = await findDeviceUser(custody, client, { deviceId: caller.deviceId, userId })
    // a known browser may log in during a freeze, as a user without a second factor may
    await (known ? assertActive : assertNotFrozen)(custody, client, userId)
    await factor.use(client)
    if (!(await admitSession(custody, client, { deviceId: caller.deviceId, id }))) throw toLate()
    const login = (await listLogins(custody, client, userId)).find((one) => one.id === loginId)
    const by = login?.provider ?? 'email'
    const isKnown = known !== undefined
    await admitDevice(call, client, { userId, isKnown, isNews: true, by, entry: isKnown ? {} : { newDevice: 1 } })
    return { user: await getUser(custody, client, userId) }
  })
}

function toLate(): CallError {
  return new CallError('This login has expired. Start again.', { code: 'NO_SESSION' })
}
