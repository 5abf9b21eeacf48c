import { defineView, type ViewDefinition } from '../../router/defineView.js'
import { ConnectView } from './ConnectView.js'

export const connectView: ViewDefinition<'Connect'> = defineView({
  name: 'Connect',
  title: ({ modal, namespaces }, params) => {
    const namespace = params?.namespace ?? modal.namespace
    return namespace && Object.keys(namespaces).length > 1 ? `connect_${namespace}` : 'connectTitle'
  },
  // comes with the shell: the first opening is one request
  load: async () => ({ View: ConnectView }),
  help: 'WhatIsAWallet',
})
