import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { getUserId } from '../devices/findCaller.js'
import { limits } from '../limits/limits.js'
import { takeSlots } from '../limits/takeSlots.js'
import { announce } from '../notices/announce.js'

/** Runs what may meet a daily limit. The user is notified of the first one in a day: a site could ask for too much on and on. */
export async function withLimitNotice<value>(call: Call, work: () => Promise<value>): Promise<value> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof CustodyFault && cause.code === 'SPEND_LIMIT') await notifyOnce(call)
    throw cause
  }
}

async function notifyOnce({ custody, caller, asker }: Call): Promise<void> {
  const userId = getUserId(caller)
  const { project, deviceId } = caller
  try {
    await custody.database.inTransaction(async (client) => {
      const slots = [{ limit: limits.limitNotice, subject: Buffer.from(userId) }]
      await takeSlots(client, { slots, now: custody.now() })
      await announce(custody, client, { event: 'limit.reached', project, userId, asker })
      await appendAudit(custody, client, { event: 'limit.reached', user: userId, device: deviceId })
    })
  } catch (cause) {
    // the user has been notified today
    if (!(cause instanceof CustodyFault && cause.code === 'TOO_MANY')) custody.warn(cause)
  }
}
