export { handleAuthEvent } from './approval.js'

export { startFarcaster } from './farcaster.js'
export { startPasskeyLogin } from './passkeyLogin.js'
export { resumeSocialLogin, startSocialLogin } from './socialLogin.js'
