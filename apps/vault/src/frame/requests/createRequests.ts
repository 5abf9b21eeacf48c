import { approvalMethods, safeMethods } from '@latchkey/embedded-wallet/protocol'
import { FrameRequestError } from '../errors.js'
import { toChainId } from '../handlers/chain.js'
import { readAssets } from '../smart/assets.js'
import { listSupportedPermissions, readCallsStatus, readCapabilities } from '../smart/capabilities.js'
import { createApprovals } from './createApprovals.js'
import type { Requests, RequestsOptions, WalletRequest } from './requests.js'

/** Handles the app's wallet requests: reads at once, signatures after approval, nothing else. */
export function createRequests(options: RequestsOptions): Requests {
  const { session, callNode, accounts } = options
  const approvals = createApprovals(options)

  async function read(request: WalletRequest): Promise<unknown> {
    const { method, params, network, rpcUrl, signal } = request
    switch (method) {
      case 'eth_chainId':
        return `0x${toChainId(network).toString(16)}`
      case 'eth_accounts': {
        const user = await session.call('user.get', {}, { signal })
        const active = accounts.getAddress(user, network)
        return [active, ...accounts.list(user, network).flatMap(({ address }) => (address === active ? [] : [address]))]
      }
      case 'wallet_getCapabilities':
        return readCapabilities(request, options)
      case 'wallet_getCallsStatus':
        return readCallsStatus(request, options)
      case 'wallet_getSupportedExecutionPermissions':
        return listSupportedPermissions(options)
      case 'wallet_getGrantedExecutionPermissions':
        return (await session.call('permissions.list', {}, { signal })).permissions
      case 'wallet_getAssets':
        return readAssets(request, options)
      default:
        return callNode({ chain: network.caipNetworkId, method, params, rpcUrl, signal })
    }
  }

  return {
    async answer(request) {
      const { method } = request
      if (safeMethods.includes(method)) return read(request)
      if (!approvalMethods.includes(method))
        throw new FrameRequestError('Requested RPC call is not allowed', { code: 4200 })
      return approvals.add(request)
    },
    abort: (id) => approvals.abort(id),
  }
}
