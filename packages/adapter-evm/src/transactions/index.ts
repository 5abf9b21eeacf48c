export { findLostTransaction, markTransaction } from './lostTransaction.js'
export { broadcast, confirm } from './transactions.js'
export { watchActivity } from './watchActivity.js'
