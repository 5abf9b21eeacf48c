import { getWalletListing } from '@latchkey/core'
import { defineFeature, type Feature } from '../../defineView.js'
import searchFieldStyles from '../../primitives/SearchField.css'
import allWalletsStyles from './AllWalletsView.css'
import { AllWalletsView } from './AllWalletsView.js'
import downloadsStyles from './DownloadsView.css'
import { DownloadsView } from './DownloadsView.js'
import { GetWalletView } from './GetWalletView.js'

/** The list of wallets, and how to get one. */
export const feature: Feature = defineFeature({
  styles: searchFieldStyles + allWalletsStyles + downloadsStyles,
  views: [
    { name: 'AllWallets', title: 'allWalletsTitle', View: AllWalletsView },
    { name: 'GetWallet', title: 'getWalletTitle', View: GetWalletView },
    {
      name: 'Downloads',
      title: (_, { walletId }, modal) => {
        const wallet = getWalletListing(modal, walletId)
        return wallet ? { text: wallet.name } : 'getWalletTitle'
      },
      View: DownloadsView,
    },
  ],
})
