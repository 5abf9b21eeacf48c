export { fetchBalance, readBalance, watchBalance } from '../../controllers/portfolio/balance.js'
export { fetchPortfolio, watchPortfolio } from '../../controllers/portfolio/portfolio.js'
