import { defineFeature, type Feature } from '../../defineView.js'
import addressStyles from '../../primitives/AddressText.css'
import qrCodeStyles from '../../primitives/QrCode.css'
import { FundWalletView } from './FundWalletView.js'
import { receiveTexts } from './messages.js'
import networksStyles from './WalletCompatibleNetworksView.css'
import { WalletCompatibleNetworksView } from './WalletCompatibleNetworksView.js'
import receiveStyles from './WalletReceiveView.css'
import { WalletReceiveView } from './WalletReceiveView.js'

/** The ways to get funds into the account. */
export const feature: Feature = defineFeature({
  texts: receiveTexts,
  styles: addressStyles + qrCodeStyles + networksStyles + receiveStyles,
  views: [
    { name: 'FundWallet', title: 'fundTitle', View: FundWalletView },
    { name: 'WalletReceive', title: 'receiveTitle', View: WalletReceiveView },
    { name: 'WalletCompatibleNetworks', title: 'compatibleTitle', View: WalletCompatibleNetworksView },
  ],
})
