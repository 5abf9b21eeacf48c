import type { Account, AccountType, LoginAccountType } from '../../contracts/account.js'
import { FeatureNotSupportedError, InvalidWalletReplyError } from '../../errors/connection.js'
import { AbortedError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { beginAttempt } from '../../modal/attempts.js'
import { replaceConnection } from '../../modal/connectionStore.js'
import { getConnection, getPreferredAccountType } from '../../modal/connections.js'
import { loginDeadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import { updateNamespace } from '../../modal/namespaces.js'
import { isAddress, isSameAddress, type Namespace } from '../../utils/caip.js'
import { isRecord, readField } from '../../utils/records.js'
import type { Connection } from '../connection/state.js'
import { requireAuthConnection, requireAuthFeature } from '../requests/embeddedWallet.js'
import { track } from '../shell/events.js'
import { isSmartAccountEnabled } from './account.js'
import type { AccountTypeChange } from './state.js'

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
      applyAccountType(modal, connection, { type, reply })
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

/**
 * The kind of account to ask a wallet for. What the visitor chose at another visit, or in another tab, is taken over with the first
 * wallet that is asked: it holds over what the app prefers. [S3.23]
 */
export function readPreferredAccountType(modal: Modal, namespace: Namespace): AccountType {
  const { accountTypes: stored } = modal[internals].persistence.read()
  const accountType = parseType(isRecord(stored) ? readField(stored, namespace) : undefined)
  if (accountType) updateNamespace(modal, namespace, (entry) => ({ ...entry, accountType }))
  return getPreferredAccountType(modal.getState(), namespace)
}

function parseType(value: unknown): LoginAccountType | undefined {
  return value === 'eoa' || value === 'smartAccount' ? value : undefined
}

/** Keeps the preferred account type of a chain family, here and for the next visits. [S3.23] */
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

type ApplyAccountTypeOptions = {
  /** The one that was asked for. */
  readonly type: LoginAccountType
  /** What the wallet says that it uses from now on. */
  readonly reply: unknown
}

/**
 * Makes the account that the wallet answered with the active one. A smart account is one that the wallet has named before [S4.14].
 * Throws `INVALID_WALLET_REPLY`, and `ABORTED` where the wallet is gone.
 */
function applyAccountType(modal: Modal, before: Connection, { type, reply }: ApplyAccountTypeOptions): void {
  const { namespace, connectorId } = before
  const connection = getConnection(modal.getState(), namespace, connectorId)
  if (!connection) throw new AbortedError({ details: 'The wallet was disconnected meanwhile.' })
  const { type: chosen, address } = isRecord(reply) ? reply : {}
  const known = connection.accounts.find(
    (account) => typeof address === 'string' && isSameAddress(namespace, account.address, address),
  )
  if (chosen !== type || !isAddress(namespace, address) || (type === 'smartAccount' && known?.type !== type))
    throw new InvalidWalletReplyError({ details: `account:type: ${String(address)} is no ${type} of this wallet.` })
  chooseAccount(modal, connection, { ...known, namespace, address, type })
}

/** Makes an account the active one of its connection. */
function chooseAccount(modal: Modal, connection: Connection, account: Account): void {
  const { accounts, namespace } = connection
  const others = accounts.filter(({ address }) => !isSameAddress(namespace, address, account.address))
  replaceConnection(modal, connection, { ...connection, accounts: [account, ...others] })
}

/** The account is the visitor's own key again, and is preferred: what else was asked for has failed. [S4.14] */
function chooseEoa(modal: Modal, { namespace, connectorId }: Connection): void {
  storeAccountType(modal, namespace, 'eoa')
  const connection = getConnection(modal.getState(), namespace, connectorId)
  const account = connection?.accounts.find(({ type }) => type === 'eoa')
  if (connection && account) chooseAccount(modal, connection, account)
}

/** Notes what is asked for; give the result to {@link endAccountTypeChange}. */
function startAccountTypeChange(modal: Modal, change: AccountTypeChange): AccountTypeChange {
  modal[internals].store.setState((state) => ({ ...state, accountTypeChange: change }))
  return change
}

/** The change is over, or has failed. A newer one stays as it is. */
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
