import type { Call } from '../calls/call.js'
import { toMac } from '../sealing/toMac.js'
import { limits } from './limits.js'
import { takeSlots } from './takeSlots.js'
import { toNetwork } from './toNetwork.js'

/** Counts a login at a provider, of a device and of the source that it comes from. Throws `TOO_MANY`. */
export async function admitLogin({ custody, caller: { deviceId }, ip }: Call): Promise<void> {
  const slots = [
    { limit: limits.social, subject: Buffer.from(deviceId) },
    { limit: limits.socialFrom, subject: toMac(custody.keys.tokens, ['network', toNetwork(ip)]) },
  ]
  await custody.database.inTransaction((client) => takeSlots(client, { slots, now: custody.now() }))
}
