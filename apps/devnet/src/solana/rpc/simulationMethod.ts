import type { SolanaChain } from '../chain/createSolanaChain.js'
import { decodeTransaction } from '../chain/decodeTransaction.js'
import { simulateTransaction } from '../chain/simulateTransaction.js'
import { toAccountJson } from '../json/toAccountJson.js'
import { toInnerInstructionsJson } from '../json/toInnerInstructionsJson.js'
import { toSimulationJson } from '../json/toSimulationJson.js'
import { SolanaRpcError } from '../SolanaRpcError.js'
import type { Method } from './method.js'
import { toAddress } from './toAddress.js'
import { toBytes } from './toBytes.js'
import { toConfig } from './toConfig.js'
import { withContext } from './withContext.js'

type WantedAccounts = { readonly addresses: readonly unknown[]; readonly encoding?: unknown }

/** `simulateTransaction` with all its switches. */
export function simulationMethod(chain: SolanaChain): Method {
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
