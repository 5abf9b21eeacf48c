// apart from the view, so that the first opening of a page that cannot pair goes without the list of wallets
export { prefetchWallets } from '@latchkey/core/controllers'
export { AllWalletsRow } from '../../primitives/AllWalletsRow/AllWalletsRow.js'
export { ListingRow } from './ListingRow.js'
