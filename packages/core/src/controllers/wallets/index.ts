export { fetchWalletListing, prefetchWallets } from './fetchWallets.js'
export { fetchImageUrl } from './images.js'
