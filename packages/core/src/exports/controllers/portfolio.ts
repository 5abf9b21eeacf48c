export { fetchBalance } from '../../controllers/balance/fetchBalance.js'
export { watchBalance } from '../../controllers/balance/watchBalance.js'
export { fetchPortfolio } from '../../controllers/portfolio/fetchPortfolio.js'
export { watchPortfolio } from '../../controllers/portfolio/watchPortfolio.js'
