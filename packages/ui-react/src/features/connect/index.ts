import type { Modal, ModalState, Namespace } from '@latchkey/core'
import { defineFeature, type Feature } from '../../defineView.js'
import { getAdapterName, isKnownNamespace } from '../../hooks/useNamespaceName.js'
import statusStyles from '../../primitives/Status.css'
import { ConnectingExternalView } from './ConnectingExternalView.js'
import chainsStyles from './ConnectingMultiChainView.css'
import { ConnectingMultiChainView } from './ConnectingMultiChainView.js'
import { ConnectView } from './ConnectView.js'
import { findWallet } from './getChains.js'
import { connectTexts } from './messages.js'
import orStyles from './Or.css'

/** Connecting a wallet of this browser. Comes with the shell. */
export const feature: Feature = defineFeature({
  texts: connectTexts,
  styles: statusStyles + orStyles + chainsStyles,
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
    {
      name: 'ConnectingExternal',
      title: (state, { connectorId }) => toWalletTitle(state, connectorId),
      View: ConnectingExternalView,
    },
    {
      name: 'ConnectingMultiChain',
      title: (state, { connectorId }) => toWalletTitle(state, connectorId),
      View: ConnectingMultiChainView,
    },
  ],
})

function toNamespaceTitle(modal: Modal, namespace: Namespace) {
  if (isKnownNamespace(namespace)) return `connect_${namespace}` as const
  return { key: 'connectOther', params: { name: getAdapterName(modal, namespace) } } as const
}

function toWalletTitle(state: ModalState, connectorId: string): 'connectTitle' | { readonly text: string } {
  const name = findWallet(state, connectorId)?.name
  return name ? { text: name } : 'connectTitle'
}
