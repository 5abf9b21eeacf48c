import { internals, type Modal } from '../../modal.js'
import { goBack } from '../router/goBack.js'
import type { TransactionEntry } from '../router/state.js'
import { pushTransaction } from '../router/transactions.js'

/**
 * Asks a wallet from within a flow: from a screen of the wallet's own the visitor comes back to the view that they were in, where the
 * modal would close otherwise [S4.19]. Settles as `ask` does.
 */
export async function askWithin<value>(modal: Modal, ask: () => Promise<value>): Promise<value> {
  const entry: TransactionEntry = { onSuccess: () => goBack(modal) }
  pushTransaction(modal, entry)
  try {
    return await ask()
  } finally {
    const { transactions } = modal[internals]
    const index = transactions.indexOf(entry)
    // a screen that shows still takes it off when it goes; where there was none nobody does
    if (index >= 0 && !modal.getState().approval) transactions.splice(index, 1)
  }
}
