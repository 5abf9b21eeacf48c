export { addRecentTransaction, clearRecentTransactions, resumeRecentTransactions } from './followRecent.js'
export { watchTransactions } from './refresh.js'
export { fetchTransactions } from './transactions.js'
