export { finishSignedIn, startSignIn } from './follow.js'
export { createPairingSignIn } from './pairingSignIn.js'
export { endSignIns } from './signOut.js'
