import { startAccount } from './startAccount.js'

startAccount(window)
