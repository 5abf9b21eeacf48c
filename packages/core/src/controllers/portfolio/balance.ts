import type { Account } from '../../contracts/account.js'
import type { Balance } from '../../contracts/features.js'
import type { Network } from '../../contracts/network.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { AbortedError } from '../../errors/LatchkeyError.js'
import { BalanceUnavailableError } from '../../errors/services.js'
import { assertStarted, beginAttempt, isCoolingDown, startCooldown } from '../../modal/attempts.js'
import { readCached, storeCached } from '../../modal/cached.js'
import { getConnection, toWatchKey } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getNetwork, isRefusedNetwork, updateNamespace } from '../../modal/namespaces.js'
import type { ShownToken } from '../../modal/options/options.js'
import { timeouts } from '../../modal/timeouts.js'
import { hasBlockchainApi, isChainServed } from '../../service/blockchain/client.js'
import { toDecimal } from '../../utils/amounts.js'
import { isSameAddress, type Namespace } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import type { Connection } from '../connection/state.js'
import { callAdapter } from '../requests/network.js'
import { type ConnectionChoice, requireConnection, requireNetwork } from '../requests/wallet.js'
import { showToast } from '../shell/actions.js'
import { readHoldings, readServedBalance } from './holdings.js'
import {
  type BalanceAmount,
  type BalanceState,
  balanceLimits,
  type ReadAmount,
  type ShownAmount,
  zeroBalance,
} from './state.js'

export type FetchBalanceOptions = {
  readonly namespace?: Namespace | undefined
  /** Requests the balance even if the last one is still fresh. */
  readonly force?: boolean | undefined
  /** With `force`: the holdings were requested just now, so their response is good enough. */
  readonly isJustRead?: boolean | undefined
}

/**
 * Reads the native balance of the active account into the state, and the balance of the token that the app shows in its
 * place. Skips the request while the last balance, which may come from storage, is fresh (30 s from its request
 * [S9.2]). A failure, or a network that is not configured, shows 'Token Balance Unavailable' [S8.1] and blocks further
 * attempts for 30 s [S9.1]. Resolves with the last known balance; undefined without an account or if the account
 * changed meanwhile.
 */
export async function fetchBalance(
  modal: Modal,
  options: FetchBalanceOptions = {},
): Promise<BalanceAmount | undefined> {
  assertStarted(modal)
  const namespace = options.namespace ?? modal.getState().activeNamespace
  const connection = namespace && getConnection(modal.getState(), namespace)
  if (!connection) return undefined
  const key = toBalanceKey(connection)
  if (isCoolingDown(modal, `balance-block:${key}`)) return getLast(modal, namespace)
  if (!options.force && isCoolingDown(modal, `balance-fresh:${key}`)) return getLast(modal, namespace)

  const stored = options.force || getLast(modal, namespace) ? undefined : readStoredBalance(modal, connection)
  if (stored) {
    setBalance(modal, namespace, { status: 'ready', last: stored.amount })
    startCooldown(modal, `balance-fresh:${key}`, balanceLimits.cache - stored.age)
    return stored.amount
  }

  const { reads } = modal[internals]
  const running = reads.get(key)
  if (running && !options.force) return running
  const reading = readIntoState(modal, namespace, connection, options.force && !options.isJustRead)
  reads.set(key, reading)
  return reading.finally(() => {
    if (reads.get(key) === reading) reads.delete(key)
  })
}

export type ReadBalanceRequest = ConnectionChoice & {
  /** Contract or mint address of a token. Default: the native currency. */
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a balance of a connected account from the nodes of its network, in atomic units. Nothing is stored or shown.
 * Throws `NOT_CONNECTED`, `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, `INVALID_PARAMS` if there is no token at the
 * address, `TIMED_OUT`, `ABORTED`, and the errors of the nodes.
 */
export async function readBalance(modal: Modal, request: ReadBalanceRequest = {}): Promise<Balance> {
  const { token, signal, ...choice } = request
  const { connection, account } = requireConnection(modal, choice)
  const target = { network: requireNetwork(modal, connection), timeout: timeouts.read, signal }
  return token === undefined
    ? callAdapter(modal, 'balance:read', target, (read, base) => read({ account, ...base }))
    : callAdapter(modal, 'token:balance', target, (read, base) => read({ account, address: token, ...base }))
}

/**
 * Keeps the balance up to date while something shows it: reads it now, again when the account or the network changes,
 * and after each transaction that the adapter reports. Returns its unsubscribe.
 */
export function watchBalance(modal: Modal, namespace?: Namespace | undefined): () => void {
  let stopActivity: (() => void) | undefined
  const read = (force: boolean): void => {
    fetchBalance(modal, { namespace, force }).catch(modal[internals].warn)
  }
  const update = (): void => {
    stopActivity?.()
    const { status, activeNamespace } = modal.getState()
    const watched = namespace ?? activeNamespace
    // the user has to leave a refused network anyway
    if (status !== 'ready' || !watched || (watched === activeNamespace && isRefusedNetwork(modal))) return
    read(false)
    stopActivity = watchActivity(modal, watched, () => read(true))
  }
  update()
  const unsubscribe = modal.subscribe((state, previous) => {
    const key = toWatchKey(state, namespace)
    if (key === toWatchKey(previous, namespace)) return
    if (key) update()
    else stopActivity?.()
  })
  return () => {
    unsubscribe()
    stopActivity?.()
  }
}

/**
 * Calls `onActivity` for each transaction of the active account, where the adapter supports that and the app has
 * enabled it. Returns its unsubscribe; stops when the modal is destroyed.
 */
function watchActivity(modal: Modal, namespace: Namespace, onActivity: () => void): () => void {
  const { adapters, signal: destroyed, warn } = modal[internals]
  const watch = adapters.get(namespace)?.features['activity:watch']
  const connection = getConnection(modal.getState(), namespace)
  const network = getNetwork(modal.getState(), namespace)
  if (!watch || !connection || !network) return () => undefined
  const controller = new AbortController()
  const stop = (): void => {
    destroyed.removeEventListener('abort', stop)
    controller.abort(new AbortedError())
  }
  destroyed.addEventListener('abort', stop)
  const { signal } = controller
  watch({ account: connection.accounts[0], network, onActivity, signal }).then(stop, (cause: unknown) => {
    if (!signal.aborted) warn(cause)
  })
  return stop
}

async function readIntoState(
  modal: Modal,
  namespace: Namespace,
  connection: Connection,
  force: boolean | undefined,
): Promise<BalanceAmount | undefined> {
  const key = toBalanceKey(connection)
  const attempt = beginAttempt(modal, { key: `balance:${namespace}`, timeout: timeouts.read })
  const isCurrent = (): boolean => {
    const now = getConnection(modal.getState(), namespace)
    return attempt.isLatest() && now !== undefined && toBalanceKey(now) === key
  }
  setBalance(modal, namespace, { status: 'loading', last: getLast(modal, namespace) })
  try {
    const read = await attempt.race(readAmounts(modal, connection, { force, signal: attempt.signal }))
    if (!isCurrent()) return undefined
    const { amount, requestedAt } = read
    setBalance(modal, namespace, { status: 'ready', last: amount })
    startCooldown(modal, `balance-fresh:${key}`, requestedAt + balanceLimits.cache - modal.env.now())
    storeBalance(modal, key, read)
    return amount
  } catch (cause) {
    if (!isCurrent()) return undefined
    // nothing is known of a network that is not configured
    const last = getNetwork(modal.getState(), namespace)
      ? getLast(modal, namespace)
      : { balance: zeroBalance, symbol: '' }
    setBalance(modal, namespace, { status: 'failed', last })
    startCooldown(modal, `balance-block:${key}`, balanceLimits.block)
    const { warn } = modal[internals]
    warn(new BalanceUnavailableError({ cause }))
    showToast(modal, { variant: 'error', message: { code: 'BALANCE_UNAVAILABLE' } }) // [S8.1]
    return last
  } finally {
    attempt.end()
  }
}

type ReadSettings = { readonly force: boolean | undefined; readonly signal: AbortSignal }

async function readAmounts(modal: Modal, connection: Connection, settings: ReadSettings): Promise<ReadAmount> {
  const { namespace, caipNetworkId, accounts } = connection
  const network = getNetwork(modal.getState(), namespace)
  if (!network) throw new BalanceUnavailableError({ details: `${caipNetworkId} is not a network of this modal.` })
  const native = readNativeBalance(modal, { connection, network, ...settings })
  const token = modal[internals].options.tokens?.[caipNetworkId]
  if (!token) return native
  const request = { token, account: accounts[0], network, ...settings }
  const [{ amount, requestedAt }, shown] = await Promise.all([native, readShownToken(modal, request)])
  return { amount: { ...amount, token: shown.amount }, requestedAt: Math.min(requestedAt, shown.requestedAt) }
}

async function readNativeBalance(
  modal: Modal,
  { connection, network, force, signal }: ReadSettings & { readonly connection: Connection; readonly network: Network },
): Promise<ReadAmount> {
  const { namespace, accounts } = connection
  const { symbol } = network.nativeCurrency
  const requestedAt = modal.env.now()
  if (network.testnet) return { amount: { balance: zeroBalance, symbol }, requestedAt }
  if (hasBlockchainApi(modal)) {
    const served = await readServedBalance(modal, { address: accounts[0].address, network, force, signal })
    if (served) return served
  }
  const read = modal[internals].adapters.get(namespace)?.features['balance:read']
  if (!read) throw new FeatureNotSupportedError({ feature: 'balance:read', by: `The ${namespace} adapter` })
  const { value, decimals } = await read({ account: accounts[0], network, signal })
  return { amount: { balance: toDecimal(value, decimals), symbol }, requestedAt }
}

type ReadShownTokenRequest = {
  readonly token: ShownToken
  readonly account: Account
  readonly network: Network
  readonly force?: boolean | undefined
  readonly signal: AbortSignal
}

/**
 * Reads the balance of the token shown in place of the native currency, from the service or else from the network's
 * nodes. Throws `FEATURE_NOT_SUPPORTED` if the adapter does not support tokens, `INVALID_PARAMS` if there is no token
 * at the address, and the errors of the service and the nodes.
 */
async function readShownToken(modal: Modal, request: ReadShownTokenRequest): Promise<ReadAmount<ShownAmount>> {
  const { token, account, network, signal } = request
  const { address, image } = token
  const served = await readServedToken(modal, request)
  if (served) {
    const { quantity, symbol, iconUrl } = served.held
    return { amount: { balance: quantity.numeric, symbol, image: image ?? iconUrl }, requestedAt: served.requestedAt }
  }
  const read = modal[internals].adapters.get(account.namespace)?.features['token:balance']
  if (!read) throw new FeatureNotSupportedError({ feature: 'token:balance', by: `The ${account.namespace} adapter` })
  const requestedAt = modal.env.now()
  const { value, decimals, symbol } = await read({ account, network, address, signal })
  return { amount: { balance: toDecimal(value, decimals), symbol, image }, requestedAt }
}

/**
 * Finds the token in the holdings from the service. Undefined if the account has none of it or the service does not
 * know it.
 */
async function readServedToken(modal: Modal, { token, account, network, force, signal }: ReadShownTokenRequest) {
  const { caipNetworkId } = network
  if (!hasBlockchainApi(modal) || !(await isChainServed(modal, caipNetworkId, signal))) return undefined
  const { balances, requestedAt } = await readHoldings(modal, { address: account.address, caipNetworkId, force })
  const held = balances.find(
    (balance) =>
      balance.caipNetworkId === caipNetworkId &&
      balance.address !== undefined &&
      isSameAddress(account.namespace, balance.address, token.address),
  )
  return held && { held, requestedAt }
}

function getLast(modal: Modal, namespace: Namespace): BalanceAmount | undefined {
  const balance = modal.getState().namespaces[namespace]?.balance
  return balance && 'last' in balance ? balance.last : undefined
}

function setBalance(modal: Modal, namespace: Namespace, balance: BalanceState): void {
  updateNamespace(modal, namespace, (entry) => ({ ...entry, balance }))
}

type StoredBalance = {
  readonly amount: BalanceAmount
  /** Milliseconds since it was requested. */
  readonly age: number
}

/** Returns the persisted balance while it is fresh. Undefined if a token is shown in its place. [S3.23, S9.2] */
function readStoredBalance(modal: Modal, connection: Connection): StoredBalance | undefined {
  const { namespace, caipNetworkId } = connection
  const known = readCached(modal, 'balances', toBalanceKey(connection), balanceLimits)
  const symbol = getNetwork(modal.getState(), namespace)?.nativeCurrency.symbol
  if (!known || symbol === undefined || modal[internals].options.tokens?.[caipNetworkId]) return undefined
  const balance = isRecord(known.value) && known.value['symbol'] === symbol && known.value['balance']
  const isAmount = typeof balance === 'string' && /^\d+(\.\d+)?$/.test(balance)
  return isAmount ? { amount: { balance, symbol }, age: known.age } : undefined
}

function storeBalance(modal: Modal, key: string, { amount, requestedAt }: ReadAmount): void {
  const { balance, symbol } = amount
  storeCached(modal, 'balances', key, { balance, symbol }, { ...balanceLimits, at: requestedAt })
}

/** Key of a balance: the account on its network. */
function toBalanceKey({ caipNetworkId, accounts }: Connection): string {
  return `${caipNetworkId}:${accounts[0].address}`
}
