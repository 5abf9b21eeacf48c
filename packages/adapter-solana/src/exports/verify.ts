export { createSolanaVerifier, type SolanaVerifier } from '../verify/verifySignature.js'
