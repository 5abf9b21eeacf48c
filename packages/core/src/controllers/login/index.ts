export { handleAuthEvent } from './approval.js'

export { startFarcaster } from './farcaster.js'
export { resumeSocialLogin, startSocialLogin } from './socialLogin.js'
