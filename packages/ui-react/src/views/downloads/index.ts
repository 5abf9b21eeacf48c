import { getWalletListing } from '@latchkey/core/controllers'
import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadFurther } from '../../router/loadFurther.js'

export const downloadsView: ViewDefinition<'Downloads'> = defineView({
  name: 'Downloads',
  title: (_, { walletId }, modal) => {
    const wallet = getWalletListing(modal, walletId)
    return wallet ? { text: wallet.name } : 'getWalletTitle'
  },
  load: () => loadFurther('Downloads'),
})
