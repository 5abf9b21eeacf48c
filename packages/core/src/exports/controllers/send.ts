export { requestSend } from '../../controllers/send/requestSend.js'
