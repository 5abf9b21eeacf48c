import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { loadModule } from '../../utils/loadModule.js'
import { fetchBalance } from '../balance/fetchBalance.js'
import { loadPortfolio } from './loadPortfolio.js'

/**
 * Reads again what a transaction has changed: native balance, portfolio, and the transactions where they have been looked
 * at. Failures are told where each is shown.
 */
export async function refreshHoldings(modal: Modal, namespace: Namespace): Promise<void> {
  const { activity, activeNamespace } = modal.getState()
  await Promise.all([
    refreshBalances(modal, namespace),
    // its state says how it failed
    activity && activeNamespace === namespace && refreshActivity(modal).catch(() => undefined),
  ])
}

/** Its code is there where transactions have been looked at. */
async function refreshActivity(modal: Modal): Promise<void> {
  const { fetchTransactions } = await loadModule(() => import('../activity/fetchTransactions.js'))
  await fetchTransactions(modal, { force: true })
}

async function refreshBalances(modal: Modal, namespace: Namespace): Promise<void> {
  const { portfolio, fault } = await loadPortfolio(modal, { namespace, force: true })
  await fetchBalance(modal, { namespace, force: true, isJustRead: portfolio !== undefined && !fault })
}
