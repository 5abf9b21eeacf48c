import type { Account, AccountType, LoginAccountType } from '../../contracts/account.js'
import { FeatureNotSupportedError, InvalidWalletReplyError } from '../../errors/connection.js'
import { AbortedError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { beginAttempt } from '../../modal/attempts.js'
import { replaceConnection } from '../../modal/connectionStore.js'
import { getConnection, getPreferredAccountType } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { updateNamespace } from '../../modal/namespaces.js'
import { loginTimeouts } from '../../modal/timeouts.js'
import { isAddress, isSameAddress, type Namespace } from '../../utils/caip.js'
import { isRecord, readField } from '../../utils/records.js'
import type { Connection } from '../connection/state.js'
import { requireAuthConnection, requireAuthFeature } from '../requests/embeddedWallet.js'
import { track } from '../shell/actions.js'
import { isSmartAccountEnabled } from './account.js'
import type { AccountTypeChange } from './state.js'

export type SetPreferredAccountTypeRequest = {
  readonly type: LoginAccountType
  /** Default: the active namespace. */
  readonly namespace?: Namespace | undefined
  readonly signal?: AbortSignal | undefined
}

type ApplyAccountTypeOptions = {
  /** The requested type. */
  readonly type: LoginAccountType
  /** The wallet's response: the account that it uses from now on. */
  readonly reply: unknown
}

/**
 * Sets the preferred account type of a namespace, for this and later visits, and makes the embedded wallet use that
 * account. The smart account requires that the wallet has one on its network and returns its address. If anything
 * fails, the `eoa` becomes the preferred and used account [S4.14]. `state.accountTypeChange` shows the progress and the
 * error.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9], `NOT_EMAIL_OR_SOCIAL` [S8.10], `FEATURE_NOT_SUPPORTED` (no such
 * account here; nothing changes then), `INVALID_WALLET_REPLY`, `TIMED_OUT`, `ABORTED` or what the wallet reports.
 */
export async function setPreferredAccountType(modal: Modal, request: SetPreferredAccountTypeRequest): Promise<void> {
  const { type, signal } = request
  const connection = requireAuthConnection(modal, request.namespace ?? modal.getState().activeNamespace)
  const { namespace, caipNetworkId, accounts } = connection
  const { connector, run } = requireAuthFeature(modal, 'account:type')
  if (type !== 'eoa' && !isSmartAccountEnabled(modal.getState(), namespace))
    throw new FeatureNotSupportedError({ feature: `${type} on ${caipNetworkId}`, by: connector.meta.name })
  if (accounts[0].type !== type) {
    const attempt = beginAttempt(modal, { key: `accountType:${namespace}`, timeout: loginTimeouts.request, signal })
    const change = startAccountTypeChange(modal, { namespace, type })
    try {
      const reply = await attempt.race((async () => run({ namespace, type, signal: attempt.signal }))())
      attempt.signal.throwIfAborted()
      applyAccountType(modal, connection, { type, reply })
      endAccountTypeChange(modal, change)
    } catch (cause) {
      const error = toLatchkeyError(cause)
      // otherwise a newer change has replaced this one, or the wallet is gone
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

/**
 * Returns the account type to request from a wallet. A type that the user chose on another visit or in another tab is
 * loaded from storage, and overrides the app's preference. [S3.23]
 */
export function readPreferredAccountType(modal: Modal, namespace: Namespace): AccountType {
  const { accountTypes: stored } = modal[internals].persistence.read()
  const accountType = parseType(isRecord(stored) ? readField(stored, namespace) : undefined)
  if (accountType) updateNamespace(modal, namespace, (entry) => ({ ...entry, accountType }))
  return getPreferredAccountType(modal.getState(), namespace)
}

/** Stores the preferred account type of a namespace, for this and later visits. [S3.23] */
function storeAccountType(modal: Modal, namespace: Namespace, accountType: LoginAccountType): void {
  updateNamespace(modal, namespace, (entry) => ({ ...entry, accountType }))
  modal[internals].persistence.update((data) => ({
    ...data,
    accountTypes: {
      ...(isRecord(data.accountTypes) && data.accountTypes),
      [namespace]: accountType,
    },
  }))
}

/**
 * Makes the account of the wallet's response the active one. A smart account must be one that the wallet has reported
 * before [S4.14]. Throws `INVALID_WALLET_REPLY`, and `ABORTED` if the wallet is gone.
 */
function applyAccountType(modal: Modal, before: Connection, { type, reply }: ApplyAccountTypeOptions): void {
  const { namespace, connectorId } = before
  const connection = getConnection(modal.getState(), namespace, connectorId)
  if (!connection) throw new AbortedError({ details: 'The wallet was disconnected in the meantime.' })
  const { type: chosen, address } = isRecord(reply) ? reply : {}
  const known = connection.accounts.find(
    (account) => typeof address === 'string' && isSameAddress(namespace, account.address, address),
  )
  if (chosen !== type || !isAddress(namespace, address) || (type === 'smartAccount' && known?.type !== type))
    throw new InvalidWalletReplyError({
      details: `account:type: ${String(address)} is not a ${type} account of this wallet.`,
    })
  chooseAccount(modal, connection, { ...known, namespace, address, type })
}

/** Makes an account the active one of its connection. */
function chooseAccount(modal: Modal, connection: Connection, account: Account): void {
  const { accounts, namespace } = connection
  const others = accounts.filter(({ address }) => !isSameAddress(namespace, address, account.address))
  replaceConnection(modal, connection, { ...connection, accounts: [account, ...others] })
}

/** Falls back to the user's own key as the active and preferred account, after another type failed. [S4.14] */
function chooseEoa(modal: Modal, { namespace, connectorId }: Connection): void {
  storeAccountType(modal, namespace, 'eoa')
  const connection = getConnection(modal.getState(), namespace, connectorId)
  const account = connection?.accounts.find(({ type }) => type === 'eoa')
  if (connection && account) chooseAccount(modal, connection, account)
}

/** Records a change in the state. Pass the result to {@link endAccountTypeChange}. */
function startAccountTypeChange(modal: Modal, change: AccountTypeChange): AccountTypeChange {
  modal[internals].store.setState((state) => ({ ...state, accountTypeChange: change }))
  return change
}

/** Ends a change, with its error if it failed. Does nothing if a newer one replaced it. */
function endAccountTypeChange(
  modal: Modal,
  change: AccountTypeChange,
  error?: Pick<LatchkeyError, 'code' | 'shortMessage'> | undefined,
): void {
  const next = error && { ...change, error: { code: error.code, message: error.shortMessage } }
  modal[internals].store.setState((state) =>
    state.accountTypeChange === change ? { ...state, accountTypeChange: next } : state,
  )
}

function parseType(value: unknown): LoginAccountType | undefined {
  return value === 'eoa' || value === 'smartAccount' ? value : undefined
}
