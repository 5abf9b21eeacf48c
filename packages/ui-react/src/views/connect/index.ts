import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { ConnectView } from './ConnectView.js'

export const connectView: ViewDefinition<'Connect'> = defineView({
  name: 'Connect',
  title: 'connectTitle',
  // comes with the shell: the first opening is one request
  load: async () => ({ View: ConnectView }),
})
