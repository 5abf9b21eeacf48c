import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { loadFurther } from '../../router/loadFurther.js'

export const networksView: ViewDefinition<'Networks'> = defineView({
  name: 'Networks',
  title: 'networksTitle',
  load: () => loadFurther('Networks'),
})
