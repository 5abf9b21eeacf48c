import { type CaipNetworkId, parseCaipNetworkId } from '@latchkey/core'
import { ChainNotSwitchedError, NotApprovedError, RpcError, toProviderError } from '@latchkey/core/plugin'
import { hasMethod } from '../session/parseApproval.js'
import { createEmitter } from './createEmitter.js'
import type { FamilyLink, FamilyProvider } from './family.js'
import { isNodeMethod } from './isNodeMethod.js'
import { readFromNode } from './readFromNode.js'
import { untilApproved } from './untilApproved.js'

type EvmCall = { readonly method: string; readonly params?: readonly unknown[] | undefined }

/**
 * The wallet as EIP-1193 provider. What the session says is answered at once, and what a node knows by the nodes of the app:
 * only what needs the wallet's owner goes over the relay. Errors have the numbers of EIP-1193.
 */
export function createEvmProvider({ session, context }: FamilyLink): FamilyProvider {
  const { on, removeListener, emit, clear } = createEmitter(context.warn)
  const getChain = (): CaipNetworkId => {
    const chain = session.getNetworkId('eip155')
    if (!chain) throw new NotApprovedError({ what: 'eip155' })
    return chain
  }
  const getHexId = (): string => `0x${toNumber(getChain()).toString(16)}`

  const stop = session.watch('eip155', ({ accounts, network }) => {
    if (!session.getNetworkId('eip155')) return
    if (network) emit('chainChanged', getHexId())
    if (accounts) emit('accountsChanged', session.getAddresses('eip155'))
  })

  /** The current chain, or another one that the wallet takes the method on: it is about neither. */
  const findChain = (method: string): CaipNetworkId | undefined => {
    const chains = [getChain(), ...(session.getApproval().eip155?.chains ?? [])]
    return chains.find((chain) => hasMethod(session.getApproval(), chain, method))
  }
  /** Has the wallet switch or add a chain, and goes there once it has agreed to it for the session. */
  const askForChain = async (call: EvmCall, target: CaipNetworkId): Promise<null> => {
    const chain = findChain(call.method)
    if (!chain) {
      // a wallet that can only add chains is asked for that
      const canAdd = call.method === switching && findChain(adding)
      if (canAdd) throw new RpcError(4902, 'CHAIN_UNRECOGNIZED', { details: target })
      throw new NotApprovedError({ what: `${target}, nor ${call.method}` })
    }
    await session.request(call, { chains: [chain] })
    await untilApproved(context, session, target)
    if (session.moveTo(target)) return null
    // the wallet said so, but the session does not include the chain: requests would go to the one before
    const details = `The wallet has not added ${target} to the session.`
    throw call.method === switching
      ? new RpcError(4902, 'CHAIN_UNRECOGNIZED', { details })
      : new ChainNotSwitchedError({ details })
  }

  const request = async (call: EvmCall): Promise<unknown> => {
    switch (call.method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return session.getEnd() ? [] : session.getAddresses('eip155')
      case 'eth_chainId':
        return getHexId()
      case 'net_version':
        return String(toNumber(getChain()))
      case switching: {
        const target = readTarget(call)
        return session.moveTo(target) ? null : askForChain(call, target)
      }
      case adding:
        return askForChain(call, readTarget(call))
      default:
        return isNodeMethod(call.method)
          ? readFromNode(context, getChain(), call)
          : session.request(call, { chains: [getChain()] })
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
    inner: { request, on, removeListener },
    destroy() {
      stop()
      clear()
    },
  }
}

const switching = 'wallet_switchEthereumChain'
const adding = 'wallet_addEthereumChain'

function toNumber(chain: CaipNetworkId): number {
  return Number(parseCaipNetworkId(chain)?.reference)
}

/** The chain of `[{ chainId: '0x…' }]` (EIP-3326, EIP-3085). */
function readTarget({ method, params }: EvmCall): CaipNetworkId {
  const chainId: unknown = (params?.[0] as { readonly chainId?: unknown } | undefined)?.chainId
  const id = typeof chainId === 'string' && /^0x[\da-f]{1,13}$/i.test(chainId) ? Number(chainId) : 0
  if (id > 0) return `eip155:${id}`
  throw new RpcError(-32602, 'INVALID_PARAMS', { details: `${method}: chainId is no hex number.` })
}
