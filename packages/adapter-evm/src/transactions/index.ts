export { broadcast } from './broadcast.js'
export { confirm } from './confirm.js'
export { findLostTransaction, markTransaction } from './lostTransaction.js'
export { watchActivity } from './watchActivity.js'
