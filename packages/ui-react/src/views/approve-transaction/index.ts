import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadApproveTransaction(): Promise<LoadedView<'ApproveTransaction'>> {
  const { ApproveTransactionView, styles } = await loadModule(() => import('./ApproveTransactionView.js'))
  return { View: ApproveTransactionView, styles }
}
