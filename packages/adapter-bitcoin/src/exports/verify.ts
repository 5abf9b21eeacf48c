export { type BitcoinVerifier, createBitcoinVerifier } from '../verify/createBitcoinVerifier.js'
