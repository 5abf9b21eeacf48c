export { createPairingSignIn } from './createPairingSignIn.js'
export { endSignIns } from './endSignIns.js'
export { finishSignedIn } from './finishSignedIn.js'
export { startSignIn } from './startSiwx.js'
