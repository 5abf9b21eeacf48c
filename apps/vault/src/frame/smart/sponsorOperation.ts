import { entryPointAddress } from '../../protocol/network.js'
import { FrameRequestError } from '../errors.js'
import { toChainId } from '../handlers/chain.js'
import type { CallNode } from '../requests/node.js'
import type { WalletRequest } from '../requests/requests.js'

type Fields = { readonly [name: string]: unknown }

type WantedPaymaster = { readonly url: string; readonly context: unknown; readonly isOptional: boolean }

export type SponsorOptions = {
  readonly callNode: CallNode
  readonly operation: Fields
  /** For the final data, over an operation with gas estimates. */
  readonly isLast?: boolean | undefined
  /** The paymaster that the app wants; defaults to the request's. Null: the network's. */
  readonly wanted?: WantedPaymaster | null | undefined
}

/** Unsupported capability. [EIP-5792] */
const unknown = 5700

const fields = ['paymaster', 'paymasterData', 'paymasterVerificationGasLimit', 'paymasterPostOpGasLimit', 'isFinal']

/**
 * Asks the network's paymaster to pay, if there is one. If it refuses at first, the account pays the fee itself, unless the app requires
 * its own paymaster. [ERC-7677] Resolves with the fields for the operation.
 */
export async function sponsorOperation(
  request: WalletRequest,
  { callNode, operation, isLast = false, wanted = readWantedPaymaster(request) }: SponsorOptions,
): Promise<Fields> {
  const { network, signal } = request
  const method = isLast ? 'pm_getPaymasterData' : 'pm_getPaymasterStubData'
  const params = [operation, entryPointAddress, `0x${toChainId(network).toString(16)}`, wanted?.context ?? {}]
  if (!network.hasPaymaster && wanted === null) return { isFinal: true }
  try {
    // a URL that the app names is only contacted if it is the network's own, or configured for the app
    const sponsorship = await callNode({ chain: network.caipNetworkId, method, params, rpcUrl: wanted?.url, signal })
    const found = Object.entries((sponsorship ?? {}) as Fields).filter(([name]) => fields.includes(name))
    return Object.fromEntries(found)
  } catch (cause) {
    signal.throwIfAborted()
    const isUnknown = cause instanceof FrameRequestError && cause.code === unknown
    // an optional, unknown capability is ignored
    if (isUnknown && wanted?.isOptional) return sponsorOperation(request, { callNode, operation, isLast, wanted: null })
    if (wanted && !wanted.isOptional)
      throw isUnknown ? cause : new FrameRequestError('The paymaster doesn’t pay for this.', { code: unknown, cause })
    // gas estimated with a paymaster is wrong without one
    if (isLast) throw cause
    return { isFinal: true }
  }
}

/** The paymaster that the app wants for its calls. */
function readWantedPaymaster({ method, params }: WalletRequest): WantedPaymaster | null {
  const [call] = method === 'wallet_sendCalls' && Array.isArray(params) ? params : []
  const { capabilities } = (call ?? {}) as {
    readonly capabilities?: { readonly paymasterService?: Fields } | undefined
  }
  const service = capabilities?.paymasterService
  if (service === undefined || service === null) return null
  const { url, context, optional } = service
  return { url: typeof url === 'string' ? url : '', context, isOptional: optional === true }
}
