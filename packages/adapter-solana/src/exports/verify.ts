export { createSolanaVerifier, type SolanaVerifier } from '../verify/createSolanaVerifier.js'
