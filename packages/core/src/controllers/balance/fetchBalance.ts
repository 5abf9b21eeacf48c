import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import { beginAttempt } from '../../attempts.js'
import { isCoolingDown, startCooldown } from '../../cooldowns.js'
import { deadlines } from '../../deadlines.js'
import { BalanceUnavailableError } from '../../errors/BalanceUnavailableError.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import { updateNamespace } from '../../updateNamespace.js'
import type { Namespace } from '../../utils/caip.js'
import { toDecimal } from '../../utils/toDecimal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getConnection } from '../connection/getConnection.js'
import type { Connection } from '../connection/state.js'
import { getNetwork } from '../network/getNetwork.js'
import { readServedBalance } from '../portfolio/readServedBalance.js'
import { showToast } from '../toast/showToast.js'
import { readShownToken } from './readShownToken.js'
import { type BalanceAmount, type BalanceState, balanceLimits, type ReadAmount, zeroBalance } from './state.js'
import { readStoredBalance, storeBalance } from './storedBalance.js'
import { toTarget } from './toTarget.js'

export type FetchBalanceOptions = {
  readonly namespace?: Namespace | undefined
  /** Asks again although the last answer is still fresh. */
  readonly force?: boolean | undefined
  /** With `force`: the service has just been asked what the account holds, and that answer will do. */
  readonly isJustRead?: boolean | undefined
}

/**
 * Reads the native balance of the active account into the state, and that of the token which the app shows in its place. A
 * failure, or a network that this modal does not have, shows 'Token Balance Unavailable' [S8.1] and blocks further tries
 * for 30 s [S9.1]. What is fresh is not asked for, also not what the last visit knew; it ages from when it was asked for. Resolves with what is known then:
 * undefined without an account, or when the account changed meanwhile.
 */
export async function fetchBalance(
  modal: Modal,
  options: FetchBalanceOptions = {},
): Promise<BalanceAmount | undefined> {
  assertStarted(modal)
  const namespace = options.namespace ?? modal.getState().activeNamespace
  const connection = namespace && getConnection(modal.getState(), namespace)
  if (!connection) return undefined
  const target = toTarget(connection)
  if (isCoolingDown(modal, `balance-block:${target}`)) return getLast(modal, namespace)
  if (!options.force && isCoolingDown(modal, `balance-fresh:${target}`)) return getLast(modal, namespace)

  const stored = options.force || getLast(modal, namespace) ? undefined : readStoredBalance(modal, connection)
  if (stored) {
    setBalance(modal, namespace, { status: 'ready', last: stored.amount })
    startCooldown(modal, `balance-fresh:${target}`, balanceLimits.cache - stored.age)
    return stored.amount
  }

  const { reads } = modal[internals]
  const running = reads.get(target)
  if (running && !options.force) return running
  const reading = readInto(modal, namespace, connection, options.force && !options.isJustRead)
  reads.set(target, reading)
  return reading.finally(() => {
    if (reads.get(target) === reading) reads.delete(target)
  })
}

async function readInto(
  modal: Modal,
  namespace: Namespace,
  connection: Connection,
  force: boolean | undefined,
): Promise<BalanceAmount | undefined> {
  const target = toTarget(connection)
  const attempt = beginAttempt(modal, { key: `balance:${namespace}`, deadline: deadlines.read })
  const isCurrent = (): boolean => {
    const now = getConnection(modal.getState(), namespace)
    return attempt.isLatest() && now !== undefined && toTarget(now) === target
  }
  setBalance(modal, namespace, { status: 'loading', last: getLast(modal, namespace) })
  try {
    const read = await attempt.race(readAmounts(modal, connection, { force, signal: attempt.signal }))
    if (!isCurrent()) return undefined
    const { amount, askedAt } = read
    setBalance(modal, namespace, { status: 'ready', last: amount })
    startCooldown(modal, `balance-fresh:${target}`, askedAt + balanceLimits.cache - modal.env.now())
    storeBalance(modal, target, read)
    return amount
  } catch (cause) {
    if (!isCurrent()) return undefined
    // the answer for a network that is not ours is known: nothing
    const last = getNetwork(modal.getState(), namespace)
      ? getLast(modal, namespace)
      : { balance: zeroBalance, symbol: '' }
    setBalance(modal, namespace, { status: 'failed', last })
    startCooldown(modal, `balance-block:${target}`, balanceLimits.block)
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
  const native = readBalance(modal, { connection, network, ...settings })
  const token = modal[internals].options.tokens?.[caipNetworkId]
  if (!token) return native
  const request = { token, account: accounts[0], network, ...settings }
  const [{ amount, askedAt }, shown] = await Promise.all([native, readShownToken(modal, request)])
  return { amount: { ...amount, token: shown.amount }, askedAt: Math.min(askedAt, shown.askedAt) }
}

async function readBalance(
  modal: Modal,
  { connection, network, force, signal }: ReadSettings & { readonly connection: Connection; readonly network: Network },
): Promise<ReadAmount> {
  const { namespace, accounts } = connection
  const { symbol } = network.nativeCurrency
  const askedAt = modal.env.now()
  if (network.testnet) return { amount: { balance: zeroBalance, symbol }, askedAt }
  if (hasBlockchainApi(modal)) {
    const served = await readServedBalance(modal, { address: accounts[0].address, network, force, signal })
    if (served) return served
  }
  const read = modal[internals].adapters.get(namespace)?.features['balance:read']
  if (!read) throw new FeatureNotSupportedError({ feature: 'balance:read', by: `The ${namespace} adapter` })
  const { value, decimals } = await read({ account: accounts[0], network, signal })
  return { amount: { balance: toDecimal(value, decimals), symbol }, askedAt }
}

function getLast(modal: Modal, namespace: Namespace): BalanceAmount | undefined {
  const balance = modal.getState().namespaces[namespace]?.balance
  return balance && 'last' in balance ? balance.last : undefined
}

function setBalance(modal: Modal, namespace: Namespace, balance: BalanceState): void {
  updateNamespace(modal, namespace, (entry) => ({ ...entry, balance }))
}
