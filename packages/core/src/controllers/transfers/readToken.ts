import type { Token } from '../../api/blockchain/types.js'
import { deadlines } from '../../deadlines.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import type { Modal } from '../../modal.js'
import { type CaipNetworkId, parseCaipNetworkId } from '../../utils/caip.js'
import { askAdapter } from '../connection/askAdapter.js'
import { getHolding } from './getHolding.js'

/**
 * A token by its address, or without one the native currency: as the account's holdings know it, else as it calls itself. Throws
 * `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED` or `INVALID_PARAMS` where there is none.
 */
export async function readToken(
  modal: Modal,
  { caipNetworkId, address }: { readonly caipNetworkId: CaipNetworkId; readonly address?: string | undefined },
  signal?: AbortSignal,
): Promise<Token> {
  const state = modal.getState()
  const network = state.networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  const namespace = parseCaipNetworkId(caipNetworkId)?.namespace
  if (!network || !namespace) throw new NetworkNotFoundError({ caipNetworkId })
  const held = getHolding(state, namespace, { caipNetworkId, address })
  if (held) return held
  if (address === undefined) return { caipNetworkId, ...network.nativeCurrency }
  const facts = await askAdapter(modal, 'token:read', { network, deadline: deadlines.read, signal }, (read, base) =>
    read({ address, ...base }),
  )
  return { caipNetworkId, address, ...facts }
}
