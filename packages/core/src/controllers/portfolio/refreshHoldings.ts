import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { fetchTransactions } from '../activity/fetchTransactions.js'
import { fetchBalance } from '../balance/fetchBalance.js'
import { fetchPortfolio } from './fetchPortfolio.js'

/**
 * Reads again what a transaction has changed: native balance, portfolio, and the transactions where they have been looked
 * at. Failures are told where each is shown.
 */
export async function refreshHoldings(modal: Modal, namespace: Namespace): Promise<void> {
  const { activity, activeNamespace } = modal.getState()
  await Promise.all([
    fetchPortfolio(modal, { namespace, force: true }),
    fetchBalance(modal, { namespace, force: true }),
    // its state says how it failed
    activity && activeNamespace === namespace && fetchTransactions(modal, { force: true }).catch(() => undefined),
  ])
}
