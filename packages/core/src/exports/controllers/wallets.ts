export {
  fetchWalletListing,
  fetchWallets,
  prefetchWallets,
  searchWallets,
} from '../../controllers/wallets/fetchWallets.js'
export { getWalletRows } from '../../controllers/wallets/rows.js'
