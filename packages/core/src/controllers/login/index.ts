export { handleAuthEvent } from '../approval/takeAuthEvent.js'
export { startFarcaster } from '../farcaster/startFarcaster.js'
export { resumeSocialLogin } from '../social/resumeSocialLogin.js'
export { startSocialLogin } from '../social/startSocialLogin.js'
