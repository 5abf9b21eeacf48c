export { createEvmVerifier, type EvmVerifier, type EvmVerifierOptions } from '../verify/verifySignature.js'
