// apart from the views, so that the first opening goes without the list of wallets and its images
export { fetchWalletImage, prefetchWallets } from '@latchkey/core/controllers'
