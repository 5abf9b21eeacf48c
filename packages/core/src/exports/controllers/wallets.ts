export {
  fetchWalletListing,
  fetchWallets,
  prefetchWallets,
  searchWallets,
} from '../../controllers/wallets/fetchWallets.js'
export { fetchWalletImage } from '../../controllers/wallets/images.js'
