import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { ChainNotSupportedError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt, isCoolingDown, startCooldown } from '../../modal/attempts.js'
import { getConnection, toWatchKey } from '../../modal/connections.js'
import { deadlines } from '../../modal/deadlines.js'
import type { WalletFeature } from '../../modal/features.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { getNetwork, updateNamespace } from '../../modal/namespaces.js'
import { hasBlockchainApi, isChainServed, isServiceClosed } from '../../service/blockchain/client.js'
import { swapNetworkIds } from '../../service/blockchain/swaps.js'
import type { TokenBalance } from '../../service/blockchain/types.js'
import { type CaipAddress, type Namespace, toCaipAddress } from '../../utils/caip.js'
import { fetchBalance } from './balance.js'
import { readHoldings, toPortfolio } from './holdings.js'
import { type Portfolio, type PortfolioState, portfolioLimits } from './state.js'

/**
 * Reads what the active account holds on its network into the state: tokens, NFTs and their worth, from
 * `services.blockchainApi`. Fresh for 30 s from
 * when the service was asked [S9.2], also where the native balance had it asked. A failure keeps what is known and says why in the state. Resolves with
 * what is known then: undefined without an account or a service, or when the account changed meanwhile.
 */
export async function fetchPortfolio(
  modal: Modal,
  options: FetchPortfolioOptions = {},
): Promise<Portfolio | undefined> {
  return (await loadPortfolio(modal, options)).portfolio
}

export type FetchPortfolioOptions = {
  readonly namespace?: Namespace | undefined
  /** Asks again although the last answer is still fresh. */
  readonly force?: boolean | undefined
}

/** What is known now, and why it is not what it should be. */
export type LoadedPortfolio = {
  readonly portfolio?: Portfolio | undefined
  readonly fault?: LatchkeyError | undefined
}

/** Reads the portfolio of the active account into the state; see fetchPortfolio.ts. */
export async function loadPortfolio(modal: Modal, options: FetchPortfolioOptions = {}): Promise<LoadedPortfolio> {
  assertStarted(modal)
  const namespace = options.namespace ?? modal.getState().activeNamespace
  const target = namespace && getTarget(modal, namespace)
  if (!target || !hasBlockchainApi(modal)) return {}
  const known = getPortfolio(modal, namespace, target.caipAddress)
  const freshness = `portfolio-fresh:${target.caipAddress}`
  if (!options.force && known?.status === 'ready' && isCoolingDown(modal, freshness)) return { portfolio: known.last }

  const attempt = beginAttempt(modal, { key: `portfolio:${namespace}`, deadline: deadlines.read })
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
    startCooldown(modal, freshness, holdings.askedAt + portfolioLimits.cache - modal.env.now())
    return { portfolio }
  } catch (cause) {
    const fault = toLatchkeyError(cause)
    if (!isCurrent()) return { fault }
    const { caipAddress } = target
    setPortfolio(modal, namespace, { status: 'failed', caipAddress, last: known?.last, code: fault.code })
    return { portfolio: known?.last, fault }
  } finally {
    attempt.end()
  }
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

/**
 * Keeps the portfolio of the active account known while something shows it: reads it now, when account or network change,
 * and looks again every 10 s. Not while the page is hidden, and no more once the service says that it is closed (503) or
 * that it does not serve the network. Returns its unsubscribe; the end of the modal ends it too.
 */
export function watchPortfolio(modal: Modal): () => void {
  const { signal, warn } = modal[internals]
  const page = modal.env.window()?.document
  let cancel: (() => void) | undefined
  // of two runs only the newer goes on
  let run = 0

  const look = async (current: number): Promise<void> => {
    const { fault } = await loadPortfolio(modal)
    if (current !== run || signal.aborted || isServiceClosed(fault)) return
    cancel = modal.env.setTimeout(() => begin(), portfolioLimits.poll)
  }
  const begin = (): void => {
    cancel?.()
    cancel = undefined
    run++
    // comes back with the page
    if (modal.getState().status !== 'ready' || page?.visibilityState === 'hidden') return
    look(run).catch(warn)
  }
  const onVisible = (): void => {
    // a look that is planned stays planned
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
 * Reads again what a transaction has changed: native balance, portfolio, and the transactions where they have been looked
 * at. Failures are told where each is shown.
 */
export async function refreshHoldings(modal: Modal, namespace: Namespace): Promise<void> {
  const { activeNamespace } = modal.getState()
  await Promise.all([
    refreshBalances(modal, namespace),
    // its state says how it failed
    activeNamespace === namespace && modal[internals].activity?.readAgain?.().catch(() => undefined),
  ])
}

async function refreshBalances(modal: Modal, namespace: Namespace): Promise<void> {
  const { portfolio, fault } = await loadPortfolio(modal, { namespace, force: true })
  await fetchBalance(modal, { namespace, force: true, isJustRead: portfolio !== undefined && !fault })
}

/**
 * The tokens of the account on its network, the native currency first: from the portfolio, where there is one, and always
 * the native currency from the balance. None without an account or on a network that the modal does not have.
 */
export function getTokens(state: ModalState, namespace?: Namespace | undefined): readonly TokenBalance[] {
  const wanted = namespace ?? state.activeNamespace
  const connection = getConnection(state, wanted)
  const network = getNetwork(state, wanted)
  const entry = wanted && state.namespaces[wanted]
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

const none: readonly WalletFeature[] = []

/**
 * What is offered for the connected account, in the order that the app wants [S2.18]: what is switched on, and can be done
 * on its network. Buying and swapping need `services.blockchainApi`; swaps are for the networks that have them [S6.9] and those
 * that the service turned out to serve. Buying is for EVM and Solana [S6.8].
 */
export function getWalletActions(modal: Modal, state: ModalState = modal.getState()): readonly WalletFeature[] {
  const connection = getConnection(state)
  const network = getNetwork(state)
  if (!connection || !network) return none
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
