import type { Modal, Namespace } from '@latchkey/core'
import { defineFeature, type Feature } from '../../defineView.js'
import { getAdapterName, isKnownNamespace } from '../../hooks/useNamespaceName.js'
import { ConnectView } from './ConnectView.js'
import loginStyles from './LoginBlocks.css'
import helpStyles from './WhatIsAWalletView.css'
import { WhatIsAWalletView } from './WhatIsAWalletView.js'

/** The connection methods, and what a wallet is. Comes with the shell. */
export const feature: Feature = defineFeature({
  styles: loginStyles + helpStyles,
  views: [
    {
      name: 'Connect',
      title: ({ modal, namespaces }, params, instance) => {
        const namespace = params?.namespace ?? modal.namespace
        return namespace && Object.keys(namespaces).length > 1 ? toNamespaceTitle(instance, namespace) : 'connectTitle'
      },
      help: 'WhatIsAWallet',
      View: ConnectView,
    },
    { name: 'WhatIsAWallet', title: 'whatIsAWalletTitle', View: WhatIsAWalletView },
  ],
})

function toNamespaceTitle(modal: Modal, namespace: Namespace) {
  if (isKnownNamespace(namespace)) return `connect_${namespace}` as const
  return { key: 'connectOther', params: { name: getAdapterName(modal, namespace) } } as const
}
