import type { CustodyParams, CustodyResult } from '../../protocol/custody.js'
import { draftOperation } from '../../signing/smart/draftOperation.js'
import type { Call } from '../calls/call.js'
import { getUserId } from '../devices/findCaller.js'
import { findWallet, getAccounts } from '../wallets/wallet.js'
import { withFaults } from './withFaults.js'

/** What of an operation follows from the visitor's account and what is asked of it. Nothing is kept. */
export async function draft(
  { custody, caller }: Call,
  params: CustodyParams<'operation.draft'>,
): Promise<CustodyResult<'operation.draft'>> {
  const accounts = getAccounts(await findWallet(custody, custody.database, getUserId(caller)))
  const { origin } = caller
  return withFaults(() => draftOperation({ ...params, accounts, origin, now: custody.now() }))
}
