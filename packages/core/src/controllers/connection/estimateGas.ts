import { beginAttempt } from '../../attempts.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { requireConnection, requireNetwork } from './requireConnection.js'
import type { SendTransactionRequest } from './sendTransaction.js'
import { deadlines } from './state.js'

/** Units of gas that a transaction needs, asked from the network, not from the wallet. */
export async function estimateGas(modal: Modal, request: SendTransactionRequest): Promise<bigint> {
  const { namespace, signal, transaction } = request
  const { connection } = requireConnection(modal, namespace)
  const network = requireNetwork(modal, connection)
  const estimate = modal[internals].adapters.get(connection.namespace)?.features['gas:estimate']
  if (!estimate)
    throw new FeatureNotSupportedError({ feature: 'gas:estimate', by: `The ${connection.namespace} adapter` })
  const attempt = beginAttempt(modal, { deadline: deadlines.read, signal })
  try {
    const account = connection.accounts[0]
    return await attempt.race(estimate({ account, network, transaction, signal: attempt.signal }))
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}
