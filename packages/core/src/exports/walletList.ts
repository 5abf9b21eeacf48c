export type { WalletListing } from '../controllers/wallets/state.js'
export { createWalletList } from '../walletList/createWalletList.js'
export { parseWalletListing } from '../walletList/parseWalletListing.js'
export { queryWallets, type WalletQuery, type WalletReply } from '../walletList/queryWallets.js'
