export { cancelSignIn } from '../../controllers/siwx/cancelSignIn.js'
export { requireSiwx } from '../../controllers/siwx/requireSiwx.js'
export { signIn } from '../../controllers/siwx/signIn.js'
export { signOut } from '../../controllers/siwx/signOut.js'
