import type { LoginAccountType } from '../../contracts/account.js'
import type { User } from '../../contracts/connector.js'
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

/** The name of a login as it is shown. One of Discord that ends in 0 does so for want of a number: that is left out. [S5.5] */
export function toUserName(user: User | undefined): string | undefined {
  const { socialProvider, username } = user ?? {}
  return socialProvider === 'discord' && username?.endsWith('0') ? username.slice(0, -1) : username
}
