import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadTransactions(): Promise<LoadedView<'Transactions'>> {
  const { transactionsModule } = await loadModule(() => import('./module.js'))
  return transactionsModule
}
