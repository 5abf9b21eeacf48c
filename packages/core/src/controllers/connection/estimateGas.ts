import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { askAdapter } from './askAdapter.js'
import { requireConnection, requireNetwork } from './requireConnection.js'
import type { SendTransactionRequest } from './sendTransaction.js'

/** Units of gas that a transaction needs, asked from the network, not from the wallet. */
export async function estimateGas(modal: Modal, request: SendTransactionRequest): Promise<bigint> {
  const { signal, transaction, ...choice } = request
  const { connection, account } = requireConnection(modal, choice)
  const network = requireNetwork(modal, connection)
  return askAdapter(modal, 'gas:estimate', { network, signal, deadline: deadlines.read }, (estimate, base) =>
    estimate({ account, transaction, ...base }),
  )
}
