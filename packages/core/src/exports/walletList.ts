export type { WalletListing } from '../controllers/wallets/state.js'
export { createWalletList } from '../walletList/createWalletList.js'
export { parseWalletListing } from '../walletList/listings.js'
export { queryWallets, type WalletQuery, type WalletReply } from '../walletList/queryWallets.js'
