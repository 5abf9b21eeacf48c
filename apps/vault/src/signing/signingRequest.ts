import type { CaipNetworkId } from '@latchkey/core'
import type { Summary } from '../protocol/summary.js'
import type { Keys } from './deriveKeys.js'
import type { SmartAccount } from './smart/toSmartAccount.js'
import type { Accounts } from './toAccounts.js'

/** What a site asks the wallet to sign, as it came. */
export type SigningRequest = {
  readonly method: string
  readonly params: unknown
  /** The network in use. */
  readonly chain: string
  /** The wallet's own accounts: no other signs. */
  readonly accounts: Accounts
  /** The site's origin as the browser told the frame, e.g. `https://app.example`. */
  readonly origin: string
  /** Of custody's clock, milliseconds. A sign-in text out of its own dates is warned of. */
  readonly now: number
}

/** The same, of a method of one chain family, with its chain read. */
export type MethodRequest = Omit<SigningRequest, 'chain'> & {
  readonly chain: CaipNetworkId
  /** What follows the namespace in `chain`. */
  readonly reference: string
  /** The account of this chain family that is asked. */
  readonly account: string
  /** The visitor's account that is a contract; it is the one that is asked where `account` is its address. */
  readonly smart: SmartAccount
}

/** A request that was read to the last byte. */
export type Reading = {
  /** The same request in its one form: read again it gives itself. Plain JSON. */
  readonly params: unknown
  readonly summary: Summary
  /** Signs what was read, not what was sent. */
  readonly sign: (keys: Keys) => Promise<unknown>
}

export type MethodReader = (request: MethodRequest) => Reading
