import type { LoginAccountType } from '../../account.js'
import type { Namespace } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'

/** A change of account type. With an error it is not running: the account is the `eoa` then. [S4.14] */
export type AccountTypeChange = {
  readonly namespace: Namespace
  /** The one that is asked for. */
  readonly type: LoginAccountType
  readonly error?: AskError | undefined
}

/** The tabs of the account: tokens, NFTs, activity. [S2.15] */
export type AccountTab = 0 | 1 | 2
