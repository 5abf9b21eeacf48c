import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { fetchBalance } from '../balance/fetchBalance.js'
import { loadPortfolio } from './loadPortfolio.js'

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
