import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { askAdapter } from '../connection/askAdapter.js'
import { requireConnection } from '../connection/requireConnection.js'
import type { Transfer } from './transfer.js'

/**
 * What a transfer costs at most, in atomic units of the native currency of its network, which need not be the one that the wallet is
 * on. Throws where it would fail.
 */
export async function fetchTransferFee(modal: Modal, transfer: Transfer, signal?: AbortSignal): Promise<bigint> {
  const { namespace, caipNetworkId, address, to, amount, token } = transfer
  const { account } = requireConnection(modal, { namespace, address })
  return askAdapter(modal, 'transfer:fee', { network: caipNetworkId, deadline: deadlines.read, signal }, (read, base) =>
    read({ account, to, amount, token, ...base }),
  )
}
