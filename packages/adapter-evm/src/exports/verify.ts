export { createEvmVerifier, type EvmVerifier, type EvmVerifierOptions } from '../verify/createEvmVerifier.js'
