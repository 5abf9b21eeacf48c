import { entryPointAddress } from '../../protocol/entryPoint.js'
import { toChainId } from '../answers/chain.js'
import { FrameRefusal } from '../FrameRefusal.js'
import type { AskNode } from '../requests/node.js'
import type { WalletRequest } from '../requests/requests.js'

type Fields = { readonly [name: string]: unknown }

export type AskPaymasterOptions = {
  readonly ask: AskNode
  readonly operation: Fields
  /** For the words that count, over an operation that is measured. */
  readonly isLast?: boolean | undefined
}

const fields = ['paymaster', 'paymasterData', 'paymasterVerificationGasLimit', 'paymasterPostOpGasLimit', 'isFinal']

/**
 * Has the network's paymaster pay, where it has one. One that refuses at first leaves the fee to the account, unless the app insists
 * on a paymaster of its own choice. [ERC-7677] Resolves with what goes into the operation.
 */
export async function askPaymaster(
  request: WalletRequest,
  { ask, operation, isLast = false }: AskPaymasterOptions,
): Promise<Fields> {
  const { network, signal } = request
  const wish = readWish(request)
  const method = isLast ? 'pm_getPaymasterData' : 'pm_getPaymasterStubData'
  const params = [operation, entryPointAddress, `0x${toChainId(network).toString(16)}`, wish?.context ?? {}]
  if (!network.hasPaymaster && wish?.url === undefined) return { isFinal: true }
  try {
    // an address that the app names is asked only where it is the network's own
    const given = await ask({ chain: network.caipNetworkId, method, params, rpcUrl: wish?.url, signal })
    const found = Object.entries((given ?? {}) as Fields).filter(([name]) => fields.includes(name))
    return Object.fromEntries(found)
  } catch (cause) {
    signal.throwIfAborted()
    if (wish?.url !== undefined && !wish.isOptional)
      throw new FrameRefusal('The paymaster does not pay for this.', { code: 5700, cause })
    // what was measured with a paymaster is not what it costs without one
    if (isLast) throw cause
    return { isFinal: true }
  }
}

type Wish = { readonly url: string | undefined; readonly context: unknown; readonly isOptional: boolean }

/** The paymaster that the app wants for its calls. */
function readWish({ method, params }: WalletRequest): Wish | undefined {
  const [call] = method === 'wallet_sendCalls' && Array.isArray(params) ? params : []
  const { capabilities } = (call ?? {}) as {
    readonly capabilities?: { readonly paymasterService?: Fields } | undefined
  }
  const service = capabilities?.paymasterService
  if (service === undefined || service === null) return undefined
  const { url, context, optional } = service
  return { url: typeof url === 'string' ? url : '', context, isOptional: optional === true }
}
