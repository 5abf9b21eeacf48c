import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'

export const approveTransactionView: ViewDefinition<'ApproveTransaction'> = defineView({
  name: 'ApproveTransaction',
  title: 'approveTitle',
  load: async () => {
    const { ApproveTransactionView, styles } = await loadModule(() => import('./ApproveTransactionView.js'))
    return { View: ApproveTransactionView, styles }
  },
})
