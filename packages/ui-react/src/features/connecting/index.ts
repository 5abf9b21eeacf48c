import type { ModalState } from '@latchkey/core'
import { startConnect } from '@latchkey/core/controllers/connection'
import { defineFeature, type Feature } from '../../defineView.js'
import statusStyles from '../../primitives/Status.css'
import { ConnectingExternalView } from './ConnectingExternalView.js'
import chainsStyles from './ConnectingMultiChainView.css'
import { ConnectingMultiChainView } from './ConnectingMultiChainView.js'
import { findWallet } from './getChains.js'
import { connectTexts } from './messages.js'
import { warmUpConnecting } from './warmUpConnecting.js'

/** Connecting a wallet of this browser, and the waiting views. Loaded while the list of wallets is shown. */
export const feature: Feature = defineFeature({
  texts: connectTexts,
  styles: statusStyles + chainsStyles,
  views: [
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

function toWalletTitle(state: ModalState, connectorId: string): 'connectTitle' | { readonly text: string } {
  const name = findWallet(state, connectorId)?.name
  return name ? { text: name } : 'connectTitle'
}

/** Connects a wallet, in the views of this feature. */
export { startConnect, warmUpConnecting }
