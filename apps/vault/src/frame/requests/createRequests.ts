import { approvalMethods, safeMethods } from '@latchkey/embedded-wallet/protocol'
import { toChainId, toNamespace } from '../answers/chain.js'
import { notSupported } from '../answers/notSupported.js'
import { FrameRefusal } from '../FrameRefusal.js'
import { createApprovals } from './createApprovals.js'
import type { Requests, WalletRequest } from './requests.js'
import type { RequestsOptions } from './requestsOptions.js'

/** Of the methods that need approval, those of accounts that are contracts: not here. */
const contractMethods = [
  'eth_sendUserOperation',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
]

/** Answers what apps ask of the wallet: reads at once, what signs after approval, nothing else. */
export function createRequests(options: RequestsOptions): Requests {
  const { session, ask } = options
  const approvals = createApprovals(options)

  async function read({ method, params, network, rpcUrl, signal }: WalletRequest): Promise<unknown> {
    switch (method) {
      case 'eth_chainId':
        return `0x${toChainId(network).toString(16)}`
      case 'eth_accounts': {
        const { accounts } = await session.call('user.get', {}, { signal })
        return accounts.flatMap(({ namespace, address }) => (namespace === toNamespace(network) ? [address] : []))
      }
      case 'wallet_getCapabilities':
        return {}
      case 'wallet_getCallsStatus':
      case 'wallet_getAssets':
        return notSupported()
      default:
        return ask({ chain: network.caipNetworkId, method, params, rpcUrl, signal })
    }
  }

  return {
    async answer(request) {
      const { method } = request
      if (safeMethods.includes(method)) return read(request)
      if (!approvalMethods.includes(method)) throw new FrameRefusal('Requested RPC call is not allowed', { code: 4200 })
      return contractMethods.includes(method) ? notSupported() : approvals.add(request)
    },
    abort: (id) => approvals.abort(id),
  }
}
