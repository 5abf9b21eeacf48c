import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { ChainNotSupportedError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt, isCoolingDown, startCooldown } from '../../modal/attempts.js'
import { getConnection, toWatchKey } from '../../modal/connections.js'
import type { WalletFeature } from '../../modal/features.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { getNetwork, updateNamespace } from '../../modal/namespaces.js'
import { timeouts } from '../../modal/timeouts.js'
import { hasBlockchainApi, isChainServed, isServiceClosed } from '../../service/blockchain/client.js'
import { swapNetworkIds } from '../../service/blockchain/swaps.js'
import type { TokenBalance } from '../../service/blockchain/types.js'
import { type CaipAddress, type Namespace, toCaipAddress } from '../../utils/caip.js'
import { fetchBalance } from './balance.js'
import { readHoldings, toPortfolio } from './holdings.js'
import { type Portfolio, type PortfolioState, portfolioLimits } from './state.js'

export type FetchPortfolioOptions = {
  readonly namespace?: Namespace | undefined
  /** Requests the portfolio even if the last one is still fresh. */
  readonly force?: boolean | undefined
}

/**
 * Reads the tokens and NFTs of the active account on its network into the state, from `services.blockchainApi`. Fresh
 * for 30 s from the request [S9.2], which is shared with the native balance. A failure keeps the last known portfolio
 * and sets `code` in the state. Resolves with the last known portfolio; undefined without an account or a service, or
 * if the account changed meanwhile.
 */
export async function fetchPortfolio(
  modal: Modal,
  options: FetchPortfolioOptions = {},
): Promise<Portfolio | undefined> {
  return (await loadPortfolio(modal, options)).portfolio
}

/**
 * Keeps the portfolio of the active account up to date while something shows it: reads it now, again when the account
 * or the network changes, and every 10 s. Pauses while the page is hidden. Stops polling when the service is closed
 * (503) or does not serve the network. Returns its unsubscribe; stops when the modal is destroyed.
 */
export function watchPortfolio(modal: Modal): () => void {
  const { signal, warn } = modal[internals]
  const page = modal.env.window()?.document
  let cancel: (() => void) | undefined
  // only the latest run continues
  let run = 0

  const poll = async (current: number): Promise<void> => {
    const { error } = await loadPortfolio(modal)
    if (current !== run || signal.aborted || isServiceClosed(error)) return
    cancel = modal.env.setTimeout(() => begin(), portfolioLimits.poll)
  }
  const begin = (): void => {
    cancel?.()
    cancel = undefined
    run++
    // resumes when the page becomes visible
    if (modal.getState().status !== 'ready' || page?.visibilityState === 'hidden') return
    poll(run).catch(warn)
  }
  const onVisible = (): void => {
    // a scheduled poll stays scheduled
    if (page?.visibilityState === 'visible' && !cancel) begin()
  }
  const stop = (): void => {
    run++
    cancel?.()
    unsubscribe()
    page?.removeEventListener('visibilitychange', onVisible)
    signal.removeEventListener('abort', stop)
  }
  const unsubscribe = modal.subscribe((state, previous) => {
    if (toWatchKey(state) !== toWatchKey(previous)) begin()
  })
  page?.addEventListener('visibilitychange', onVisible)
  signal.addEventListener('abort', stop)
  begin()
  return stop
}

/**
 * Refreshes what a transaction has changed: native balance, portfolio, and the transactions if they were loaded before.
 * Failures end up in the state of each.
 */
export async function refreshHoldings(modal: Modal, namespace: Namespace): Promise<void> {
  const { activeNamespace } = modal.getState()
  await Promise.all([
    refreshBalances(modal, namespace),
    // its state has the error
    activeNamespace === namespace && modal[internals].activity?.reload?.().catch(() => undefined),
  ])
}

/**
 * Returns the tokens of the account on its network, the native currency first. They come from the portfolio; the native
 * currency falls back to the balance. Empty without an account or on a network that is not configured.
 */
export function getTokens(state: ModalState, namespace?: Namespace | undefined): readonly TokenBalance[] {
  const target = namespace ?? state.activeNamespace
  const connection = getConnection(state, target)
  const network = getNetwork(state, target)
  const entry = target && state.namespaces[target]
  if (!connection || !network || !entry) return []
  const { portfolio, balance } = entry
  const caipAddress = toCaipAddress(connection.caipNetworkId, connection.accounts[0].address)
  const tokens = portfolio?.caipAddress === caipAddress ? (portfolio.last?.tokens ?? []) : []
  if (tokens.some(({ address }) => address === undefined)) return tokens
  const amount = 'last' in balance ? balance.last : undefined
  const { name, symbol, decimals } = network.nativeCurrency
  const quantity = { decimals: String(decimals), numeric: amount?.balance ?? '0' }
  return [{ caipNetworkId: network.caipNetworkId, name, symbol, decimals, quantity }, ...tokens]
}

const noActions: readonly WalletFeature[] = []

/**
 * Returns the wallet actions to offer for the connected account, in the app's order [S2.18]: those that are enabled and
 * available on its network. Buying and swapping need `services.blockchainApi`. Swaps are available on the networks that
 * have them [S6.9] and those that the service turned out to serve; buying on EVM and Solana [S6.8].
 */
export function getWalletActions(modal: Modal, state: ModalState = modal.getState()): readonly WalletFeature[] {
  const connection = getConnection(state)
  const network = getNetwork(state)
  if (!connection || !network) return noActions
  const { namespace, caipNetworkId } = connection
  const hasService = hasBlockchainApi(modal)
  const portfolio = state.namespaces[namespace]?.portfolio
  const isServed = portfolio?.caipAddress.startsWith(`${caipNetworkId}:`) === true && portfolio.last !== undefined
  const can: { readonly [feature in WalletFeature]: boolean } = {
    onramp: hasService && (namespace === 'eip155' || namespace === 'solana'),
    swaps: hasService && namespace === 'eip155' && (isServed || swapNetworkIds.includes(caipNetworkId)),
    receive: true,
    send: modal[internals].adapters.get(namespace)?.features['transfer:build'] !== undefined,
  }
  const { features } = state
  return features.walletFeaturesOrder.filter((feature) => features[feature] && can[feature])
}

/** The last known portfolio, and the error if loading failed. */
type LoadedPortfolio = {
  readonly portfolio?: Portfolio | undefined
  readonly error?: LatchkeyError | undefined
}

async function loadPortfolio(modal: Modal, options: FetchPortfolioOptions = {}): Promise<LoadedPortfolio> {
  assertStarted(modal)
  const namespace = options.namespace ?? modal.getState().activeNamespace
  const target = namespace && getTarget(modal, namespace)
  if (!target || !hasBlockchainApi(modal)) return {}
  const known = getPortfolio(modal, namespace, target.caipAddress)
  const freshness = `portfolio-fresh:${target.caipAddress}`
  if (!options.force && known?.status === 'ready' && isCoolingDown(modal, freshness)) return { portfolio: known.last }

  const attempt = beginAttempt(modal, { key: `portfolio:${namespace}`, timeout: timeouts.read })
  const isCurrent = (): boolean => attempt.isLatest() && getTarget(modal, namespace)?.caipAddress === target.caipAddress
  setPortfolio(modal, namespace, { status: 'loading', caipAddress: target.caipAddress, last: known?.last })
  try {
    const { address, caipNetworkId, caipAddress } = target
    if (!(await isChainServed(modal, caipNetworkId, attempt.signal)))
      throw new ChainNotSupportedError({ details: `The service does not serve ${caipNetworkId}.` })
    const holdings = await attempt.race(readHoldings(modal, { address, caipNetworkId, force: options.force }))
    if (!isCurrent()) return {}
    const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
    const nativeDecimals = network?.nativeCurrency.decimals
    const portfolio = toPortfolio(holdings, { caipNetworkId, nativeDecimals })
    setPortfolio(modal, namespace, { status: 'ready', caipAddress, last: portfolio })
    startCooldown(modal, freshness, holdings.requestedAt + portfolioLimits.cache - modal.env.now())
    return { portfolio }
  } catch (cause) {
    const error = toLatchkeyError(cause)
    if (!isCurrent()) return { error }
    const { caipAddress } = target
    setPortfolio(modal, namespace, { status: 'failed', caipAddress, last: known?.last, code: error.code })
    return { portfolio: known?.last, error }
  } finally {
    attempt.end()
  }
}

async function refreshBalances(modal: Modal, namespace: Namespace): Promise<void> {
  const { portfolio, error } = await loadPortfolio(modal, { namespace, force: true })
  await fetchBalance(modal, { namespace, force: true, isJustRead: portfolio !== undefined && !error })
}

function getTarget(modal: Modal, namespace: Namespace) {
  const connection = getConnection(modal.getState(), namespace)
  if (!connection) return undefined
  const { caipNetworkId, accounts } = connection
  const { address } = accounts[0]
  return { address, caipNetworkId, caipAddress: toCaipAddress(caipNetworkId, address) }
}

function getPortfolio(modal: Modal, namespace: Namespace, caipAddress: CaipAddress): PortfolioState | undefined {
  const portfolio = modal.getState().namespaces[namespace]?.portfolio
  return portfolio?.caipAddress === caipAddress ? portfolio : undefined
}

function setPortfolio(modal: Modal, namespace: Namespace, portfolio: PortfolioState): void {
  updateNamespace(modal, namespace, (entry) => ({ ...entry, portfolio }))
}
