import { deadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { askAdapter } from '../connection/askAdapter.js'

/** Whether one can send to a text on a network: an address of it with its checksum right. */
export function checkReceiver(
  modal: Modal,
  { caipNetworkId, to }: { readonly caipNetworkId: CaipNetworkId; readonly to: string },
  signal?: AbortSignal,
): Promise<boolean> {
  return askAdapter(
    modal,
    'address:check',
    { network: caipNetworkId, deadline: deadlines.read, signal },
    (check, base) => check({ address: to, network: base.network }),
  )
}
