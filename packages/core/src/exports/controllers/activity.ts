export {
  addRecentTransaction,
  clearRecentTransactions,
  fetchTransactions,
  watchTransactions,
} from '../../controllers/activity/index.js'
