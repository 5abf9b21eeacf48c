export { cancelSignIn } from '../../controllers/sign-in/cancel.js'
export { requireSiwx } from '../../controllers/sign-in/sessions.js'
export { signIn } from '../../controllers/sign-in/signIn.js'
export { signOut } from '../../controllers/sign-in/signOut.js'
