import { type CaipNetworkId, isRecord, type PluginContext, parseCaipNetworkId } from '@latchkey/core'
import {
  ChainNotSwitchedError,
  type NodeReply,
  NotApprovedError,
  RpcError,
  RpcFailedError,
  RpcUrlMissingError,
  requestNode,
  toLatchkeyError,
  toProviderError,
} from '@latchkey/core/plugin'
import { hasMethod } from '../session/approval.js'
import type { LiveSession } from '../session/liveSession.js'
import { createEmitter, type ProviderOptions, toDisconnect, type WalletProvider } from './provider.js'

type EvmCall = { readonly method: string; readonly params?: readonly unknown[] | undefined }

/**
 * The session's wallet as an EIP-1193 provider. Replies from the session if it can, and from the app's nodes for reads; only
 * requests that need the user go over the relay. Errors have EIP-1193 codes.
 */
export function createEvmProvider(link: ProviderOptions): WalletProvider {
  const { session, context } = link
  const { on, removeListener, emit, clear } = createEmitter(context.warn)
  const getChain = (): CaipNetworkId => {
    const chain = session.getNetworkId('eip155')
    if (!chain) throw new NotApprovedError({ what: 'eip155' })
    return chain
  }
  const getHexId = (): string => `0x${toNumber(getChain()).toString(16)}`

  const stop = session.watch('eip155', ({ accounts, network }) => {
    const disconnect = toDisconnect(link)
    if (disconnect) emit('disconnect', disconnect)
    else if (network) emit('chainChanged', getHexId())
    if (accounts) emit('accountsChanged', session.getAddresses('eip155'))
  })

  /** A chain on which the wallet supports the method, preferably the current one: the method concerns neither. */
  const findChain = (method: string): CaipNetworkId | undefined => {
    const chains = [getChain(), ...(session.getApproval().eip155?.chains ?? [])]
    return chains.find((chain) => hasMethod(session.getApproval(), chain, method))
  }
  /** Has the wallet switch to or add a chain, and moves there once the session includes it. */
  const requestChain = async (call: EvmCall, target: CaipNetworkId, signal?: AbortSignal): Promise<null> => {
    const chain = findChain(call.method)
    if (!chain) {
      // a wallet that can only add chains is asked to add it
      const canAdd = call.method === switchMethod && findChain(addMethod)
      if (canAdd) throw new RpcError(4902, 'CHAIN_UNRECOGNIZED', { details: target })
      throw new NotApprovedError({ what: `${target}, nor ${call.method}` })
    }
    await session.request(call, { chains: [chain], signal })
    await untilApproved(context, session, target)
    if (session.moveTo(target)) return null
    // the wallet reported success, but the session lacks the chain: requests would go to the previous one
    const details = `The wallet has not added ${target} to the session.`
    throw call.method === switchMethod
      ? new RpcError(4902, 'CHAIN_UNRECOGNIZED', { details })
      : new ChainNotSwitchedError({ details })
  }

  const request = async (call: EvmCall, signal?: AbortSignal): Promise<unknown> => {
    switch (call.method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return session.getAddresses('eip155')
      case 'eth_chainId':
        return getHexId()
      case 'net_version':
        return String(toNumber(getChain()))
      case switchMethod: {
        const target = readTarget(call)
        return session.moveTo(target) ? null : requestChain(call, target, signal)
      }
      case addMethod:
        return requestChain(call, readTarget(call), signal)
      default:
        return isNodeMethod(call.method)
          ? readFromNode(context, getChain(), call)
          : session.request(call, { chains: [getChain()], signal })
    }
  }
  const requestAsApp = async (call: EvmCall): Promise<unknown> => {
    try {
      return await request(call)
    } catch (cause) {
      throw toProviderError(cause, { isPrompt: !isNodeMethod(call.method) })
    }
  }
  return {
    provider: { request: requestAsApp, on, removeListener },
    createInner: (signal) => ({ request: (call: EvmCall) => request(call, signal), on, removeListener }),
    destroy() {
      stop()
      clear()
    },
  }
}

const switchMethod = 'wallet_switchEthereumChain'

const addMethod = 'wallet_addEthereumChain'

function toNumber(chain: CaipNetworkId): number {
  return Number(parseCaipNetworkId(chain)?.reference)
}

/** The chain of `[{ chainId: '0x…' }]` (EIP-3326, EIP-3085). */
function readTarget({ method, params }: EvmCall): CaipNetworkId {
  const chainId: unknown = (params?.[0] as { readonly chainId?: unknown } | undefined)?.chainId
  const id = typeof chainId === 'string' && /^0x[\da-f]{1,13}$/i.test(chainId) ? Number(chainId) : 0
  if (id > 0) return `eip155:${id}`
  throw new RpcError(-32602, 'INVALID_PARAMS', { details: `${method}: chainId is not a hex number.` })
}

/** Methods with a node's prefix that need the user. */
const walletMethods = [
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v1',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
]

/** Whether a method is served by the app's nodes, and never sent over the relay. */
export function isNodeMethod(method: string): boolean {
  return /^(eth|net|web3)_/.test(method) && !walletMethods.includes(method)
}

/**
 * Sends a call to the network's nodes, in order. Throws `RPC_URL_MISSING` [S8.52], `TIMED_OUT`, `RPC_FAILED` or the node's
 * error.
 */
export async function readFromNode(
  { env, signal, getNetworks }: Pick<PluginContext, 'env' | 'signal' | 'getNetworks'>,
  caipNetworkId: CaipNetworkId,
  { method, params = [] }: { readonly method: string; readonly params?: readonly unknown[] | undefined },
): Promise<unknown> {
  const network = getNetworks().find((known) => known.caipNetworkId === caipNetworkId)
  const [first, ...others] = network?.rpcUrls.default.http ?? []
  if (!first) throw new RpcUrlMissingError({ caipNetworkId })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const isNodeFailure = (reply: NodeReply): boolean => parseReply(reply.text) === null
  const { status, text } = await requestNode(env, { urls: [first, ...others], body, isNodeFailure, signal })
  const reply = parseReply(text)
  if (!reply) throw new RpcFailedError({ details: `${method}: HTTP status ${status}, no JSON-RPC.` })
  const { error, result } = reply
  if (error !== undefined && error !== null) throw toLatchkeyError(error)
  return result
}

function parseReply(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && ('result' in value || 'error' in value) ? value : null
  } catch {
    return null // an error page of a proxy, or an incomplete reply
  }
}

/** Milliseconds for a wallet to add a chain to the session after it reported success. */
const approvalTimeout = 1_000

/** Resolves once the session includes a chain, or after the timeout: some wallets update the session just after their reply. */
export async function untilApproved(
  { env }: Pick<PluginContext, 'env'>,
  session: LiveSession,
  target: CaipNetworkId,
): Promise<void> {
  const namespace = parseCaipNetworkId(target)?.namespace
  if (!namespace) return
  const isApproved = (): boolean => session.getApproval()[namespace]?.chains.includes(target) ?? false
  let stops: readonly (() => void)[] = []
  await new Promise<void>((resolve) => {
    if (isApproved()) resolve()
    else
      stops = [
        env.setTimeout(resolve, approvalTimeout),
        session.watch(namespace, () => {
          if (isApproved()) resolve()
        }),
      ]
  })
  for (const stop of stops) stop()
}
