import type { StandardAccount, StandardWallet } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { base58 } from '@scure/base'
import { createEmitter } from '../listeners.js'
import { isOffered, toStandardChain } from '../networks.js'
import { createSolanaMethods, type SolanaMethods } from './createSolanaMethods.js'
import type { NamespaceProvider, ProviderOptions } from './namespaceProvider.js'
import { createSharedFeatures, type Guard, toOuter, version } from './standardWallet.js'

const supportedTransactionVersions = ['legacy', 0] as const

const signing = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const

/** Creates the Wallet Standard wallet: bytes in and out, whatever is on the wire. */
export function createSolanaWallet(link: ProviderOptions): NamespaceProvider {
  const { meta, context, connections, disconnect } = link
  const emitter = createEmitter(context.warn)
  const getChains = (): readonly string[] => {
    const own = context.getNetworks().filter((network) => network.chainNamespace === 'solana' && isOffered(network))
    return [...new Set(own.map(({ caipNetworkId }) => toStandardChain(caipNetworkId)))]
  }
  let known: StandardAccount | undefined
  const getAccounts = (): readonly StandardAccount[] => {
    const [active] = connections.get('solana')?.accounts ?? []
    if (!active) return []
    const chains = getChains()
    // returns the same object until something changes, because libraries compare by identity
    if (known?.address !== active.address || known.chains.join() !== chains.join())
      known = { address: active.address, publicKey: base58.decode(active.address), chains, features: signing }
    return [known]
  }
  const stop = connections.watch('solana', ({ accounts, network }) => {
    if (accounts || network) emitter.emit('change', { accounts: getAccounts() })
  })

  const toWallet = (guard: Guard, methods: SolanaMethods): StandardWallet => ({
    name: meta.name,
    icon: meta.icon as StandardWallet['icon'],
    get chains() {
      return getChains()
    },
    get accounts() {
      return getAccounts()
    },
    features: {
      'standard:connect': {
        version,
        connect: guard(async (input?: { readonly silent?: boolean | undefined }) => {
          const accounts = getAccounts()
          if (accounts.length === 0 && !input?.silent)
            throw new RpcError(4100, 'UNAUTHORIZED', { details: 'No user is logged in: connect first.' })
          return { accounts }
        }),
      },
      ...createSharedFeatures({ guard, emitter, disconnect }),
      'solana:signMessage': { version, signMessage: guard(methods.signMessage) },
      'solana:signTransaction': {
        version,
        supportedTransactionVersions,
        signTransaction: guard(methods.signTransaction),
      },
      'solana:signAndSendTransaction': {
        version,
        supportedTransactionVersions,
        signAndSendTransaction: guard(methods.signAndSendTransaction),
      },
    },
  })
  return {
    provider: toWallet(toOuter, createSolanaMethods(link, undefined)),
    createInner: (signal) => toWallet((method) => method, createSolanaMethods(link, signal)),
    destroy() {
      stop()
      emitter.clear()
    },
  }
}
