import type { User } from '../../protocol/custody.js'
import { toSmartAccount } from '../../signing/smart/toSmartAccount.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'
import { unsealEmail } from '../email/sealedEmail.js'
import { listLogins, readLoginName } from '../logins/login.js'
import { findWallet } from '../wallets/wallet.js'
import { findEmailIdentity } from './identity.js'

/** What a user is told of itself. */
export async function getUser(custody: Custody, client: Queryable, userId: string): Promise<User> {
  const identity = await findEmailIdentity(custody, client, userId)
  const [login] = await listLogins(custody, client, userId)
  if (!identity && !login) throw new Error('A user has no login.')
  const username = login && readLoginName(custody, login)
  const { eip155, solana } = await findWallet(custody, client, userId)
  return {
    email: identity ? unsealEmail(custody, identity.email, userId) : null,
    ...(login && { provider: login.provider }),
    ...(username !== undefined && { username }),
    accounts: [
      { namespace: 'eip155', address: eip155 },
      { namespace: 'solana', address: solana },
    ],
    smartAccount: toSmartAccount(eip155 as `0x${string}`).address,
  }
}
