import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadTransactions(): Promise<LoadedView<'Transactions'>> {
  const { TransactionsView, Title, styles } = await loadModule(() => import('./TransactionsView.js'))
  return { View: TransactionsView, Title, styles }
}
