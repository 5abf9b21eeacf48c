export { pay } from '../../controllers/pay/pay.js'
