export { fetchSwapQuote } from '../../controllers/swap/fetchSwapQuote.js'
