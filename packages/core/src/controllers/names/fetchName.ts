import { RpcError } from '../../errors/rpc.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import type { Modal } from '../../modal/modal.js'
import { getNetwork } from '../../modal/namespaces.js'
import { timeouts } from '../../modal/timeouts.js'
import { hasBlockchainApi, isChainServed } from '../../service/blockchain/client.js'
import { type CaipNetworkId, isAddress } from '../../utils/caip.js'
import { findAddress, readProfile } from './accountName.js'
import { readIdentity, readStoredIdentity, storeIdentity } from './identity.js'

/** The only namespace with names. [S6.8] */
const namespace = 'eip155'

/** Looks up the name of an address, or the address of a name. */
export type FetchNameRequest = ({ readonly address: string } | { readonly name: string }) & {
  readonly signal?: AbortSignal | undefined
}

/** An address and its name. */
export type AccountName = {
  readonly address: string
  readonly name: string
  /** URL of its picture, for image elements only. */
  readonly image?: string | undefined
}

/**
 * Looks up the name of an EVM address, or the address of a name on the active EVM network. Kept for 5 minutes [S9.2].
 * Null if there is none, and without a request if no service knows names here: `services.blockchainApi` is not set, does
 * not serve the network, or the network is a test network.
 *
 * Throws `NOT_STARTED`, `INVALID_PARAMS` for an invalid address, `TIMED_OUT`, `ABORTED`, and the errors of the service.
 */
export async function fetchName(modal: Modal, request: FetchNameRequest): Promise<AccountName | null> {
  assertStarted(modal)
  if ('address' in request && !isAddress(namespace, request.address))
    throw new RpcError(-32602, 'INVALID_PARAMS', { details: `"${request.address}" is not an EVM address.` })
  const network = getNetwork(modal.getState(), namespace)
  if (!network || network.testnet || !hasBlockchainApi(modal)) return null
  const { caipNetworkId } = network
  const attempt = beginAttempt(modal, { timeout: timeouts.read, signal: request.signal })
  const { signal } = attempt
  try {
    if (!(await isChainServed(modal, caipNetworkId, signal))) return null
    return await attempt.race(
      'address' in request
        ? readName(modal, { address: request.address, signal })
        : readAddress(modal, { name: request.name.trim().toLowerCase(), caipNetworkId, signal }),
    )
  } finally {
    attempt.end()
  }
}

async function readName(
  modal: Modal,
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
): Promise<AccountName | null> {
  const stored = readStoredIdentity(modal, address)
  const sender = getConnection(modal.getState(), namespace)?.accounts[0].address
  const { name, image } = stored ?? (await readIdentity(modal, address, { sender, signal }))
  if (!stored && !signal.aborted) storeIdentity(modal, { address, name, image })
  return name === undefined ? null : { address, name, image }
}

async function readAddress(
  modal: Modal,
  request: { readonly name: string; readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal },
): Promise<AccountName | null> {
  const { name, caipNetworkId } = request
  const profile = await readProfile(modal, request)
  const address = profile && findAddress(profile, caipNetworkId)
  if (address === undefined) return null
  return { address, name, image: profile?.attributes.find(({ avatar }) => avatar)?.avatar }
}
