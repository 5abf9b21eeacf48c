import { computeFee } from '../chain/computeFee.js'
import { createAirdrop } from '../chain/createAirdrop.js'
import type { SolanaChain } from '../chain/createSolanaChain.js'
import { decodeMessage } from '../chain/decodeMessage.js'
import { SolanaRpcError } from '../SolanaRpcError.js'
import type { Methods } from './method.js'
import { sendTransaction } from './sendTransaction.js'
import { simulationMethod } from './simulationMethod.js'
import { toAddress } from './toAddress.js'
import { toBytes } from './toBytes.js'
import { toConfig } from './toConfig.js'
import { withContext } from './withContext.js'

/** What a client does with transactions of its own. */
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
