import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadFurther } from '../../router/loadFurther.js'

export const profileWalletsView: ViewDefinition<'ProfileWallets'> = defineView({
  name: 'ProfileWallets',
  title: 'walletsTitle',
  load: () => loadFurther('ProfileWallets'),
})
