import type { Modal } from '../../modal.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { caipNetworkId, need, rowsOf } from './fields.js'

/** The chains that the service serves: `GET /v1/supported-chains` [S7.2]. Throws as `callBlockchain` does. */
export async function fetchSupportedChains(
  modal: Modal,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly CaipNetworkId[]> {
  const reply = await callBlockchain(modal, { path: '/v1/supported-chains', signal })
  return need(
    reply,
    'http',
    rowsOf((id) => need({ id }, 'id', caipNetworkId)),
  )
}
