export { fetchTransactions } from '../../controllers/activity/fetchTransactions.js'
export { watchTransactions } from '../../controllers/activity/watchTransactions.js'
