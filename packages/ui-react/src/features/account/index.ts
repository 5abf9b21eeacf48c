import { defineFeature, type Feature } from '../../defineView.js'
import longListStyles from '../../primitives/LongList.css'
import socialMarkStyles from '../../primitives/SocialMark.css'
import tabsStyles from '../../primitives/Tabs.css'
import { DisconnectButton, NetworkPill } from './AccountHeader.js'
import accountStyles from './AccountView.css'
import { AccountView } from './AccountView.js'
import holdingsStyles from './HoldingTabs.css'
import nftsStyles from './NftsTab.css'
import walletsStyles from './ProfileWalletsView.css'
import { ProfileWalletsView } from './ProfileWalletsView.js'

/** The connected account, and all connected wallets. */
export const feature: Feature = defineFeature({
  styles: tabsStyles + longListStyles + socialMarkStyles + accountStyles + holdingsStyles + nftsStyles + walletsStyles,
  views: [
    { name: 'Account', title: 'accountTitle', View: AccountView, Header: NetworkPill, Start: DisconnectButton },
    { name: 'ProfileWallets', title: 'walletsTitle', View: ProfileWalletsView },
  ],
})
