export { startEmailLogin } from '../../controllers/login/emailLogin.js'
export { updateEmail } from '../../controllers/login/emailUpdate.js'
export { startFarcaster } from '../../controllers/login/farcaster.js'
export { filterSocials, startSocialLogin } from '../../controllers/login/socialLogin.js'
