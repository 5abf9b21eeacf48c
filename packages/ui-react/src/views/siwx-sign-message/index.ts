import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadFurther } from '../../router/loadFurther.js'

/** What must not be left is left to core: it guards the closing of this view. */
export const siwxSignMessageView: ViewDefinition<'SIWXSignMessage'> = defineView({
  name: 'SIWXSignMessage',
  title: 'signInTitle',
  load: () => loadFurther('SIWXSignMessage'),
})
