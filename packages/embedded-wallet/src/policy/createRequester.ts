import {
  type CaipNetworkId,
  type ConnectorListeners,
  isLatchkeyError,
  lazily,
  loadModule,
  type Namespace,
  type PluginContext,
  parseCaipNetworkId,
} from '@latchkey/core'
import { ActionNotAllowedError, RpcError } from '@latchkey/core/plugin'
import { toFrameChainId } from '../families/chainIds.js'
import type { Places } from '../families/createPlaces.js'
import { nameFrameFault } from '../families/nameFrameFault.js'
import type { FrameClient } from '../frame/frameClient.js'
import type { RpcPayload } from '../protocol/values.js'
import { assertCapabilities } from './assertCapabilities.js'
import type { Approvals } from './createApprovals.js'
import type { EvmRequest } from './readEvmCall.js'
import { type Policy, toPolicy } from './toPolicy.js'

export type RequesterOptions = {
  readonly client: FrameClient
  readonly context: PluginContext
  readonly places: Places
  readonly approvals: Approvals
  readonly emit: ConnectorListeners['emit']
  /** The frame has said that nobody is logged in. */
  readonly onLoggedOut: () => void
}

export type WalletCall = { readonly method: string; readonly params?: unknown }

export type RequestOptions = {
  readonly signal?: AbortSignal | undefined
  /** Where the wallet is unless told. */
  readonly caipNetworkId?: CaipNetworkId | undefined
}

/** Asks the frame, and through it the visitor, for what the policy allows. */
export type Requester = {
  /**
   * Throws `ACTION_NOT_ALLOWED`, `UNAUTHORIZED`, `INVALID_PARAMS`, `USER_REJECTED`, `REQUEST_ABORTED`,
   * `FRAME_REQUEST_TIMED_OUT`, `INVALID_WALLET_REPLY`, the reason of the signal, or what else the frame fails with.
   */
  request(namespace: Namespace, call: WalletCall, options?: RequestOptions): Promise<unknown>
  /** The visitor has left: all that waits for a decision is rejected. [S4.37] */
  rejectAll(): void
}

export function createRequester({
  client,
  context,
  places,
  approvals,
  emit,
  onLoggedOut,
}: RequesterOptions): Requester {
  const loadEvm = lazily(async () => (await loadModule(() => import('./readEvmCall.js'))).readEvmCall)
  const rejectAll = (): void => {
    approvals.rejectAll()
    client.abortRequests()
  }
  const send = async (payload: RpcPayload, isSafe: boolean, signal: AbortSignal): Promise<unknown> => {
    await client.open(signal)
    try {
      return await client.request(payload, { signal, isSafe })
    } catch (cause) {
      if (isLatchkeyError(cause) && cause.isUnsent) throw cause
      signal.throwIfAborted()
      throw nameFrameFault(cause)
    }
  }
  const ask = async (payload: RpcPayload, namespace: Namespace, policy: Policy, signal?: AbortSignal) => {
    try {
      return policy === 'safe'
        ? await send(payload, true, signal ?? context.signal)
        : await approvals.ask({ namespace, signal, show: (own) => send(payload, false, own) })
    } catch (cause) {
      // after what was asked has ended by itself: all else that waits ends with the login
      if (isLatchkeyError(cause) && cause.code === 'UNAUTHORIZED') onLoggedOut()
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
      const readEvm = namespace === 'eip155' ? await loadEvm() : undefined
      signal?.throwIfAborted()
      const place = places.get(namespace)
      if (!place) throw new RpcError(4100, 'UNAUTHORIZED', { details: `Nothing is connected on ${namespace}.` })
      const caipNetworkId = options.caipNetworkId ?? place.caipNetworkId
      const network = context.getNetworks().find((known) => known.caipNetworkId === caipNetworkId)
      const { accounts } = place
      const chainId = Number(parseCaipNetworkId(caipNetworkId)?.reference)
      const own = { address: accounts[0].address, accounts, chainId, now: context.env.now() }
      const call = readEvm?.({ method, params }, own) ?? toPlainCall(params)
      const payload = {
        method,
        params: call.params,
        chainNamespace: namespace,
        chainId: toFrameChainId(caipNetworkId),
        rpcUrl: network?.rpcUrls.default.http[0],
      }
      await assertCapabilities({
        chainId,
        required: call.required,
        ask: (chainIds) =>
          ask(
            { ...payload, method: 'wallet_getCapabilities', params: [accounts[0].address, chainIds] },
            namespace,
            'safe',
            signal,
          ),
      })
      return call.readReply(await ask(payload, namespace, policy, signal))
    },
  }
}

/** Of families whose requests are read where they are made. */
function toPlainCall(params: unknown): Omit<EvmRequest, 'params'> & { readonly params: unknown } {
  return { params, required: [], readReply: (reply) => reply }
}
