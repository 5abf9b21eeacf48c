import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadFurther } from '../../router/loadFurther.js'

export const whatIsAWalletView: ViewDefinition<'WhatIsAWallet'> = defineView({
  name: 'WhatIsAWallet',
  title: 'whatIsAWalletTitle',
  load: () => loadFurther('WhatIsAWallet'),
})
