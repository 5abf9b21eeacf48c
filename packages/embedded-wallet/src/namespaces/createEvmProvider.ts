import { isRecord, parseCaipNetworkId } from '@latchkey/core'
import { RpcError, toProviderError } from '@latchkey/core/plugin'
import { createEmitter } from '../listeners.js'
import { invalidParams, parseQuantity } from '../requests/parameters.js'
import { isLocalMethod, type LocalMethod } from '../requests/toPolicy.js'
import type { NamespaceProvider, ProviderOptions } from './namespaceProvider.js'

export type EvmCall = { readonly method: string; readonly params?: unknown }

/** The wallet as an EIP-1193 provider. Events: connect, disconnect, accountsChanged, chainChanged. */
export type EvmProvider = {
  /** Rejects with an error whose `code` is a number. */
  request(call: EvmCall): Promise<unknown>
  on(event: string, listener: (payload: unknown) => unknown): unknown
  removeListener(event: string, listener: (payload: unknown) => unknown): unknown
}

/**
 * Creates the EIP-1193 provider. Account and chain requests are answered locally; reads go to the frame, and the rest needs the
 * user's approval.
 */
export function createEvmProvider({
  context,
  connections,
  access,
  requester,
  emit: emitEvent,
}: ProviderOptions): NamespaceProvider {
  const { on, removeListener, emit, clear } = createEmitter(context.warn)
  const getAccounts = (): readonly string[] => {
    const [active] = connections.get('eip155')?.accounts ?? []
    return active ? [active.address] : []
  }
  /** Before a login, the chain that the next one starts on. */
  const getChainId = (): number => Number(parseCaipNetworkId(access.getNetworkId('eip155'))?.reference)

  const stop = connections.watch('eip155', ({ accounts, network, isConnected }) => {
    const connection = connections.get('eip155')
    if (connection && !isConnected) emit('connect', { chainId: toHex(getChainId()) })
    if (connection && isConnected && network) emit('chainChanged', toHex(getChainId()))
    if (accounts) emit('accountsChanged', getAccounts())
    if (!connection) emit('disconnect', toProviderError(toDisconnected()))
  })

  const switchTo = async (params: unknown, signal: AbortSignal): Promise<null> => {
    const chainId = parseTarget(params)
    const target = `eip155:${chainId}` as const
    const network = context.getNetworks().find(({ caipNetworkId }) => caipNetworkId === target)
    if (!network)
      throw new RpcError(4902, 'CHAIN_UNRECOGNIZED', { details: `${target} is not configured. Add it to networks.` })
    await access.switchTo(network, signal)
    return null
  }

  const handleLocal = async (method: LocalMethod, params: unknown, signal: AbortSignal): Promise<unknown> => {
    switch (method) {
      case 'eth_accounts':
        return getAccounts()
      case 'eth_chainId':
        return toHex(getChainId())
      case 'net_version':
        return String(getChainId())
      case 'eth_requestAccounts':
        if (getAccounts().length > 0) return getAccounts()
        throw toUnauthorized()
      case 'wallet_getPermissions':
        return getAccounts().length > 0 ? toPermissions(getAccounts()) : []
      case 'wallet_requestPermissions':
        assertPermissions(params)
        if (getAccounts().length > 0) return toPermissions(getAccounts())
        throw toUnauthorized()
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return switchTo(params, signal)
    }
  }

  const request = async (call: EvmCall, signal?: AbortSignal): Promise<unknown> => {
    if (!isRecord(call) || typeof call.method !== 'string')
      throw new RpcError(-32600, 'INVALID_REQUEST', { details: 'Expected an object with a method.' })
    const { method, params } = call
    return isLocalMethod(method)
      ? handleLocal(method, params, signal ?? context.signal)
      : requester.request('eip155', { method, params }, { signal })
  }
  /** Emits permissions granted or revoked through this provider, so that the modal's list is complete. */
  const announcePermission = (method: string, reply: unknown): void => {
    const status = permissionMethods[method]
    const [address] = getAccounts()
    if (!status || address === undefined) return
    // permissions that were granted together have one context
    const [first] = Array.isArray(reply) ? (reply as readonly unknown[]) : [reply]
    const { context: id, activation, revocation } = isRecord(first) ? first : {}
    const signature = status === 'granted' ? activation : revocation
    if (typeof id !== 'string') return
    emitEvent('permission', {
      namespace: 'eip155',
      address,
      status,
      context: id,
      ...(typeof signature === 'string' && { signature }),
    })
  }
  const provider: EvmProvider = {
    async request(call) {
      try {
        const reply = await request(call)
        announcePermission(call.method, reply)
        return reply
      } catch (cause) {
        throw toProviderError(cause)
      }
    },
    on(event, listener) {
      on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      removeListener(event, listener)
      return provider
    },
  }
  return {
    provider,
    createInner: (signal) => ({ request: (call: EvmCall) => request(call, signal) }),
    destroy() {
      stop()
      clear()
    },
  }
}

/** Requests that grant permissions or revoke them. [ERC-7715] */
const permissionMethods: { readonly [method: string]: 'granted' | 'revoked' | undefined } = {
  wallet_requestExecutionPermissions: 'granted',
  wallet_grantPermissions: 'granted',
  wallet_revokeExecutionPermission: 'revoked',
  wallet_revokePermissions: 'revoked',
}

function toHex(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

function toUnauthorized(): RpcError {
  return new RpcError(4100, 'UNAUTHORIZED', { details: 'No user is logged in: connect first.' })
}

function toDisconnected(): RpcError {
  return new RpcError(4900, 'PROVIDER_DISCONNECTED', { details: 'The login has ended.' })
}

/** The chain id in `[{ chainId: '0x…' }]` (EIP-3326, EIP-3085). */
function parseTarget(params: unknown): bigint {
  const [parameter] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const chainId = isRecord(parameter) ? parameter['chainId'] : undefined
  const id = typeof chainId === 'string' ? BigInt(parseQuantity('chainId', chainId)) : 0n
  if (id > 0n) return id
  throw invalidParams('chainId: expected a chain id in 0x hex.')
}

/** A site can only get the permission to see accounts (EIP-2255), and the login has granted it already. */
function toPermissions(accounts: readonly string[]): readonly unknown[] {
  return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] }]
}

function assertPermissions(params: unknown): void {
  const [wanted] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const names = isRecord(wanted) ? Object.keys(wanted) : []
  if (names.length !== 1 || names[0] !== 'eth_accounts')
    throw invalidParams('wallet_requestPermissions: only eth_accounts is supported.')
}
