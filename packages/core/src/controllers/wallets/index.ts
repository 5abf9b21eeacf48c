export { fetchWalletListing, prefetchWallets } from './fetchWallets.js'
export { fetchWalletImage } from './images.js'
