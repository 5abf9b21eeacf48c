import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import { isChainServed } from '../../api/blockchain/isChainServed.js'
import { beginAttempt } from '../../attempts.js'
import { isCoolingDown, startCooldown } from '../../cooldowns.js'
import { deadlines } from '../../deadlines.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { ChainNotSupportedError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import { updateNamespace } from '../../updateNamespace.js'
import { type CaipAddress, type Namespace, toCaipAddress } from '../../utils/caip.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getConnection } from '../connection/getConnection.js'
import { readHoldings } from './readHoldings.js'
import { type Portfolio, type PortfolioState, portfolioLimits } from './state.js'
import { toPortfolio } from './toPortfolio.js'

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
