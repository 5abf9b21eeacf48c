export { addRecentTransaction, clearRecentTransactions } from '../../controllers/activity/followRecent.js'
export { watchTransactions } from '../../controllers/activity/refresh.js'
export { fetchTransactions } from '../../controllers/activity/transactions.js'
