import type { LoginAccountType } from '../../account.js'
import { beginAttempt } from '../../attempts.js'
import { loginDeadlines } from '../../deadlines.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { requireAuthConnection } from '../emailUpdate/requireAuthConnection.js'
import { track } from '../events/track.js'
import { requireAuthFeature } from '../login/requireAuthFeature.js'
import { endAccountTypeChange, startAccountTypeChange } from './accountTypeChange.js'
import { chooseEoa } from './chooseEoa.js'
import { isSmartAccountEnabled } from './isSmartAccountEnabled.js'
import { storeAccountType } from './storeAccountType.js'
import { takeAccountType } from './takeAccountType.js'

export type SetPreferredAccountTypeRequest = {
  readonly type: LoginAccountType
  /** The active one unless told. */
  readonly namespace?: Namespace | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes an account type the preferred one of a chain family, kept for the next visits, and has the embedded wallet use that account
 * from now on. The smart account is chosen only where the wallet has one on its network, and only if it answers with the address of
 * it. Whatever goes wrong, the `eoa` is preferred and used from then on [S4.14]; `state.accountTypeChange` says what runs and what
 * failed.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9], `NOT_EMAIL_OR_SOCIAL` [S8.10], `FEATURE_NOT_SUPPORTED` (no such account here;
 * nothing changes then), `INVALID_WALLET_REPLY`, `TIMED_OUT`, `ABORTED` or what the wallet reports.
 */
export async function setPreferredAccountType(modal: Modal, request: SetPreferredAccountTypeRequest): Promise<void> {
  const { type, signal } = request
  const connection = requireAuthConnection(modal, request.namespace)
  const { namespace, caipNetworkId, accounts } = connection
  const { connector, run } = requireAuthFeature(modal, 'account:type')
  if (type !== 'eoa' && !isSmartAccountEnabled(modal.getState(), namespace))
    throw new FeatureNotSupportedError({ feature: `${type} on ${caipNetworkId}`, by: connector.meta.name })
  if (accounts[0].type !== type) {
    const attempt = beginAttempt(modal, { key: `accountType:${namespace}`, deadline: loginDeadlines.request, signal })
    const change = startAccountTypeChange(modal, { namespace, type })
    try {
      const reply = await attempt.race((async () => run({ namespace, type, signal: attempt.signal }))())
      attempt.signal.throwIfAborted()
      takeAccountType(modal, connection, { type, reply })
      endAccountTypeChange(modal, change)
    } catch (cause) {
      const error = toLatchkeyError(cause)
      // a newer change has taken over, or the wallet is gone
      if (attempt.isLatest()) chooseEoa(modal, connection)
      endAccountTypeChange(modal, change, attempt.isLatest() ? error : undefined)
      throw error
    } finally {
      attempt.end()
    }
  }
  storeAccountType(modal, namespace, type)
  track(modal, 'SET_PREFERRED_ACCOUNT_TYPE', { accountType: type, network: caipNetworkId })
}
