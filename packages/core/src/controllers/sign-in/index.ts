export { finishSignedIn, startSignIn } from './flow.js'
export { createPairingSignIn } from './pairingSignIn.js'
export { endSignIns } from './signOut.js'
