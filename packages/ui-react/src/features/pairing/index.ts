import { getWalletListing } from '@latchkey/core'
import { defineFeature, type Feature } from '../../defineView.js'
import copyLinkStyles from '../../primitives/CopyLink.css'
import qrCodeStyles from '../../primitives/QrCode.css'
import statusStyles from '../../primitives/Status.css'
import tabsStyles from '../../primitives/Tabs.css'
import pairingStyles from './ConnectingWalletConnectView.css'
import { ConnectingWalletConnectBasicView, ConnectingWalletConnectView } from './ConnectingWalletConnectView.js'
import waysStyles from './WalletWays.css'

/** Pairing with a wallet on another device, or in another app of this one. */
export const feature: Feature = defineFeature({
  styles: statusStyles + copyLinkStyles + qrCodeStyles + tabsStyles + pairingStyles + waysStyles,
  views: [
    {
      name: 'ConnectingWalletConnect',
      title: (_, params, modal) => {
        const wallet = params?.walletId === undefined ? undefined : getWalletListing(modal, params.walletId)
        return wallet ? { text: wallet.name } : 'pairingTitle'
      },
      View: ConnectingWalletConnectView,
    },
    {
      name: 'ConnectingWalletConnectBasic',
      title: 'connectTitle',
      help: 'WhatIsAWallet',
      View: ConnectingWalletConnectBasicView,
    },
  ],
})
