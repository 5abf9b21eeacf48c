export { startPhoneLogin } from '../../controllers/phone/phoneLogin.js'
