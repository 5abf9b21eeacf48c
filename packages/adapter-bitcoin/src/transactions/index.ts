export { broadcast, fetchTransaction } from './broadcast.js'
export { confirm } from './confirm.js'
export { findLostTransaction, markTransaction } from './lostTransaction.js'
