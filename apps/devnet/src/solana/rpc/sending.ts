import { createAirdrop } from '../chain/airdrop.js'
import type { SolanaChain } from '../chain/chain.js'
import { decodeMessage, decodeTransaction } from '../chain/decode.js'
import { SolanaRpcError } from '../chain/errors.js'
import { computeFee } from '../chain/fees.js'
import { simulateTransaction } from '../chain/simulate.js'
import { toAccountJson } from '../json/accounts.js'
import { toInnerInstructionsJson, toSimulationJson } from '../json/transactions.js'
import { type Method, type Methods, toAddress, toBytes, toConfig, withContext } from './params.js'

/** Methods to send and simulate transactions. */
export function sendMethods(chain: SolanaChain): Methods {
  return {
    sendTransaction: (encoded, options) => sendTransaction(chain, encoded, options),
    simulateTransaction: simulationMethod(chain),
    getFeeForMessage: (encoded, options) => {
      toConfig(chain, options)
      const message = decodeMessage(toBytes(encoded, 'base64'))
      return withContext(chain, chain.isInTime(message) ? computeFee(message) : null)
    },
    requestAirdrop: (key, lamports) => {
      const amount = Number(lamports)
      if (!Number.isSafeInteger(amount) || amount <= 0) throw new SolanaRpcError('Invalid params: lamports')
      const airdrop = createAirdrop(chain, toAddress(key), amount)
      chain.submit(airdrop)
      return airdrop.signature
    },
  }
}

/**
 * Accepts a signed transaction and returns its signature. Without preflight, nothing is checked: a transaction that can't land is dropped
 * silently, as on a cluster.
 */
function sendTransaction(chain: SolanaChain, encoded: unknown, options: unknown): string {
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

type WantedAccounts = { readonly addresses: readonly unknown[]; readonly encoding?: unknown }

/** `simulateTransaction` with all options. */
function simulationMethod(chain: SolanaChain): Method {
  return (encoded, options) => {
    const config = toConfig(chain, options)
    const isReplaced = config['replaceRecentBlockhash'] === true
    const isSignatureChecked = config['sigVerify'] === true
    if (isReplaced && isSignatureChecked)
      throw new SolanaRpcError('sigVerify may not be used with replaceRecentBlockhash')
    const transaction = decodeTransaction(toBytes(encoded, config['encoding'] ?? 'base58'))
    const simulation = simulateTransaction(chain, transaction, { isSignatureChecked, isBlockhashChecked: !isReplaced })
    const json = toSimulationJson(simulation)
    const wanted = config['accounts'] as WantedAccounts | undefined
    const inner = config['innerInstructions'] === true && simulation.metadata
    return withContext(chain, {
      ...json,
      ...(inner && { innerInstructions: toInnerInstructionsJson(inner) }),
      ...(isReplaced && { replacementBlockhash: chain.blockhashes.latest(false) }),
      ...(wanted && {
        accounts: wanted.addresses.map((key) => {
          const after = simulation.accounts.find((account) => account.address === toAddress(key))
          return after ? toAccountJson(chain.svm, after, { encoding: wanted.encoding ?? 'base64' }) : null
        }),
      }),
    })
  }
}
