import type { LoginAccountType } from '../../contracts/account.js'
import type { User } from '../../contracts/connector.js'
import type { Namespace } from '../../utils/caip.js'
import type { RequestError } from '../connection/state.js'

/** A change of account type. With an error, it has ended and the account is the `eoa`. [S4.14] */
export type AccountTypeChange = {
  readonly namespace: Namespace
  /** The requested type. */
  readonly type: LoginAccountType
  readonly error?: RequestError | undefined
}

/** Tabs of the Account view: tokens, NFTs, activity. [S2.15] */
export type AccountTab = 0 | 1 | 2

/**
 * Returns the display name of a login. The trailing 0 of Discord names, which stands for a missing number, is omitted.
 * [S5.5]
 */
export function toUserName(user: User | undefined): string | undefined {
  const { socialProvider, username } = user ?? {}
  return socialProvider === 'discord' && username?.endsWith('0') ? username.slice(0, -1) : username
}
