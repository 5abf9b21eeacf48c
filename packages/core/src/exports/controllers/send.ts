export { requestSend } from '../../controllers/send/submit.js'
