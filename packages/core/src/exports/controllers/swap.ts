export { fetchSwapQuote } from '../../controllers/swap/quote.js'
