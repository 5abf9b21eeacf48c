import type { CustodyMethod, CustodyParams, CustodyResult } from '../protocol/custody.js'

/** Asks the vault. Rejects with a VaultError, whose message is for people. */
export type Ask = <method extends CustodyMethod>(
  method: method,
  params: CustodyParams<method>,
) => Promise<CustodyResult<method>>
