import { loadModule } from '@latchkey/core'
import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { isAskedToLeave } from './isAskedToLeave.js'

export const unsupportedChainView: ViewDefinition<'UnsupportedChain'> = defineView({
  name: 'UnsupportedChain',
  title: 'unsupportedTitle',
  canClose: (state) => !isAskedToLeave(state),
  load: () => loadModule(() => import('./UnsupportedChainView.js')),
})
