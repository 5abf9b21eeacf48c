import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadFurther } from '../../router/loadFurther.js'

export const getWalletView: ViewDefinition<'GetWallet'> = defineView({
  name: 'GetWallet',
  title: 'getWalletTitle',
  load: () => loadFurther('GetWallet'),
})
