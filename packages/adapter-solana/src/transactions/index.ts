export { broadcast, send } from './broadcast.js'
export { confirm } from './confirm.js'
export { findLostTransaction, markTransaction } from './lostTransaction.js'
