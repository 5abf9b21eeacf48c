import type { AccountPurpose } from '../../protocol/account.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Call } from '../calls/call.js'
import { compareCode, useChallenge } from '../challenges/compareCode.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import type { Caller } from '../devices/findCaller.js'
import { getUpdater } from '../updates/getUpdater.js'
import { findEmailIdentity } from '../users/identity.js'

/** Milliseconds in which a login stands for who somebody is, where no mailbox does. */
export const freshFor = 600_000

/** Whether somebody logged in on this device within ten minutes. */
export function isFresh({ now }: Pick<Custody, 'now'>, { session }: Pick<Caller, 'session'>): boolean {
  return session !== undefined && now() - session.createdAt <= freshFor
}

export type Proof = {
  readonly userId: string
  /** Uses it up, in the transaction that does what was confirmed. Throws where another call has just done so. */
  readonly use: (client: Queryable) => Promise<void>
}

/**
 * Has it shown once more who is there, for one purpose: by the code that {@link sendFreshCode} has mailed; or, for a wallet without a
 * mailbox, by a login on this very page, within ten minutes, at a provider that was asked to look again. Throws CustodyFault.
 */
export async function takeProof(
  { custody, caller }: Pick<Call, 'custody' | 'caller'>,
  { purpose, code }: { readonly purpose: AccountPurpose; readonly code: string | undefined },
): Promise<Proof> {
  const userId = getUpdater(caller)
  const identity = await findEmailIdentity(custody, custody.database, userId)
  if (!identity) {
    if (!isFresh(custody, caller)) throw new CustodyFault('Log in again to do this.', { code: 'RESUMED' })
    return { userId, use: async () => undefined }
  }
  const none = new CustodyFault('Ask for a code first.', { code: 'NO_CHALLENGE' })
  if (code === undefined) throw none
  const compared = await compareCode(custody, { caller, purpose, code })
  if (compared.challenge.user_id !== userId) throw none
  return {
    userId,
    use: async (client) => {
      if (!(await useChallenge(custody, client, compared))) throw none
    },
  }
}
