export { type BitcoinVerifier, createBitcoinVerifier } from '../verify/verifySignature.js'
