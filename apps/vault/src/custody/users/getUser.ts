import type { User } from '../../protocol/custody.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { findWallet } from '../wallets/wallet.js'
import { getIdentity } from './identity.js'

/** What a user is told of itself. */
export async function getUser(custody: Custody, client: Queryable, userId: string): Promise<User> {
  const identity = await getIdentity(custody, client, userId)
  const { eip155, solana } = await findWallet(custody, client, userId)
  return {
    email: unsealEmail(custody, identity.email, userId),
    accounts: [
      { namespace: 'eip155', address: eip155 },
      { namespace: 'solana', address: solana },
    ],
  }
}
