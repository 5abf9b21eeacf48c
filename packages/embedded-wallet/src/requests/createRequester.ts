import {
  type CaipNetworkId,
  type ConnectorListeners,
  isLatchkeyError,
  isRecord,
  lazily,
  loadModule,
  type Namespace,
  type PluginContext,
  parseCaipNetworkId,
} from '@latchkey/core'
import { ActionNotAllowedError, RequestAbortedError, RpcError } from '@latchkey/core/plugin'
import type { FrameClient } from '../frame/frameClient.js'
import { toNamedError } from '../frame/frameErrors.js'
import type { Login } from '../login/createLogin.js'
import type { Connections } from '../namespaces/createConnections.js'
import { toFrameChainId } from '../networks.js'
import type { RpcPayload } from '../protocol/messages.js'
import type { Approvals } from './createApprovals.js'
import type { EvmRequest } from './evm/parseEvmRequest.js'
import { type Policy, toPolicy } from './toPolicy.js'

export type RequesterOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly connections: Connections
  readonly approvals: Approvals
  readonly emit: ConnectorListeners['emit']
  readonly login: Pick<Login, 'getSession' | 'drop'>
}

export type WalletCall = { readonly method: string; readonly params?: unknown }

export type RequestOptions = {
  readonly signal?: AbortSignal | undefined
  /** Default: the current network. */
  readonly caipNetworkId?: CaipNetworkId | undefined
}

/** Sends requests to the frame, and asks the user for approval where the policy requires it. */
export type Requester = {
  /**
   * Throws `ACTION_NOT_ALLOWED`, `UNAUTHORIZED`, `INVALID_PARAMS`, `USER_REJECTED`, `REQUEST_ABORTED`, `FRAME_REQUEST_TIMED_OUT`,
   * `INVALID_WALLET_REPLY`, the signal's reason, or another error of the frame.
   */
  request(namespace: Namespace, call: WalletCall, options?: RequestOptions): Promise<unknown>
  /** Rejects everything that waits for a decision, because the user has left. [S4.37] */
  rejectAll(): void
}

export function createRequester({ client, context, connections, approvals, emit, login }: RequesterOptions): Requester {
  const loadParser = lazily(async () => (await loadModule(() => import('./evm/parseEvmRequest.js'))).parseEvmRequest)
  const rejectAll = (): void => {
    approvals.rejectAll()
    client.abortRequests()
  }
  const send = async (payload: RpcPayload, isSafe: boolean, signal: AbortSignal): Promise<unknown> => {
    await client.open(signal).catch((cause: unknown) => {
      // the caller reads this as the outcome of the abandoned request
      throw signal.aborted && !isSafe ? new RequestAbortedError({ cause, isUnsent: true }) : cause
    })
    try {
      return await client.request(payload, { signal, isSafe })
    } catch (cause) {
      if (isLatchkeyError(cause) && cause.isUnsent) throw cause
      signal.throwIfAborted()
      throw toNamedError(cause)
    }
  }
  const dispatch = async (payload: RpcPayload, namespace: Namespace, policy: Policy, signal?: AbortSignal) => {
    const session = login.getSession()
    try {
      return policy === 'safe'
        ? await send(payload, true, signal ?? context.signal)
        : await approvals.request({ namespace, signal, show: (own) => send(payload, false, own) })
    } catch (cause) {
      // only after this request has settled: ending the login rejects all others
      if (isLatchkeyError(cause) && cause.code === 'UNAUTHORIZED') login.drop(session)
      throw cause
    }
  }
  return {
    rejectAll,
    async request(namespace, { method, params }, { signal, ...options } = {}) {
      signal?.throwIfAborted()
      const policy = toPolicy(namespace, method)
      if (policy === 'refused' || policy === 'local') {
        emit('notAllowed', { namespace, method: String(method) })
        rejectAll()
        throw new ActionNotAllowedError({ details: String(method).slice(0, 100) })
      }
      const parseEvm = namespace === 'eip155' ? await loadParser() : undefined
      signal?.throwIfAborted()
      const connection = connections.get(namespace)
      if (!connection)
        throw new RpcError(4100, 'UNAUTHORIZED', { details: `The wallet is not connected on ${namespace}.` })
      const caipNetworkId = options.caipNetworkId ?? connection.caipNetworkId
      const network = context.getNetworks().find((known) => known.caipNetworkId === caipNetworkId)
      const { accounts } = connection
      const chainId = Number(parseCaipNetworkId(caipNetworkId)?.reference)
      const own = { address: accounts[0].address, accounts, chainId, now: context.env.now() }
      const call = parseEvm?.({ method, params }, own) ?? toPlainCall(params)
      const payload = {
        method,
        params: call.params,
        // connections exist only in namespaces that the frame knows
        chainNamespace: namespace as RpcPayload['chainNamespace'],
        chainId: toFrameChainId(caipNetworkId),
        rpcUrl: network?.rpcUrls.default.http[0],
      }
      await assertCapabilities({
        chainId,
        required: call.required,
        fetchCapabilities: (chainIds) =>
          dispatch(
            { ...payload, method: 'wallet_getCapabilities', params: [accounts[0].address, chainIds] },
            namespace,
            'safe',
            signal,
          ),
      })
      return call.parseReply(await dispatch(payload, namespace, policy, signal))
    },
  }
}

/** For namespaces whose provider validates the requests itself. */
function toPlainCall(params: unknown): Omit<EvmRequest, 'params'> & { readonly params: unknown } {
  return { params, required: [], parseReply: (reply) => reply }
}

export type CapabilityNeeds = {
  readonly required: readonly string[]
  readonly chainId: number
  /** Sends `wallet_getCapabilities` for the account on these chains. */
  readonly fetchCapabilities: (chainIds: readonly string[]) => Promise<unknown>
}

/** Throws `CAPABILITY_NOT_SUPPORTED` for a required capability that the wallet doesn't have on the chain. [EIP-5792] */
async function assertCapabilities({ required, chainId, fetchCapabilities }: CapabilityNeeds): Promise<void> {
  if (required.length === 0) return
  const id = `0x${chainId.toString(16)}`
  const reply = await fetchCapabilities([id])
  // 0x0 means every chain
  const known = [id, '0x0'].flatMap((own) => (isRecord(reply) && isRecord(reply[own]) ? Object.keys(reply[own]) : []))
  const missing = required.find((name) => !known.includes(name))
  if (missing !== undefined)
    throw new RpcError(5700, 'CAPABILITY_NOT_SUPPORTED', {
      details: `The wallet does not support ${missing.slice(0, 40)} on this chain.`,
    })
}
