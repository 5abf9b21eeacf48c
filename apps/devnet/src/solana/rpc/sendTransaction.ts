import type { SolanaChain } from '../chain/createSolanaChain.js'
import { decodeTransaction } from '../chain/decodeTransaction.js'
import { simulateTransaction } from '../chain/simulateTransaction.js'
import { toSimulationJson } from '../json/toSimulationJson.js'
import { SolanaRpcError } from '../SolanaRpcError.js'
import { toBytes } from './toBytes.js'
import { toConfig } from './toConfig.js'

/**
 * Takes a signed transaction and answers with its signature. Without preflight nothing is checked: what cannot land is
 * forgotten in silence, as on a cluster.
 */
export function sendTransaction(chain: SolanaChain, encoded: unknown, options: unknown): string {
  const { encoding = 'base58', skipPreflight, maxRetries } = toConfig(chain, options)
  const transaction = decodeTransaction(toBytes(encoded, encoding))
  if (skipPreflight !== true) {
    const simulation = simulateTransaction(chain, transaction, { isSignatureChecked: true, isBlockhashChecked: true })
    if (simulation.error?.err === 'SignatureFailure')
      throw new SolanaRpcError('Transaction signature verification failure', { code: -32_003 })
    if (simulation.error) {
      const message = `Transaction simulation failed: ${simulation.error.words}`
      throw new SolanaRpcError(message, { code: -32_002, data: toSimulationJson(simulation) })
    }
  }
  chain.submit(transaction, typeof maxRetries === 'number' ? maxRetries : undefined)
  return transaction.signature
}
