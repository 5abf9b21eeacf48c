import type { SiwxEventProperties } from '../events/state.js'
import type { SignInAccount } from './getSignInAccount.js'

/** What is told of a sign-in: never who it is. [S8.58] */
export function toProperties({ connection, isSmartAccount }: SignInAccount): SiwxEventProperties {
  return { network: connection.caipNetworkId, isSmartAccount }
}
