import type { CaipNetworkId, Namespace, StandardAccount, StandardWallet } from '@latchkey/core'
import { RpcError, toProviderError } from '@latchkey/core/plugin'
import { hasMethod } from '../session/approval.js'
import type { LiveSession } from '../session/liveSession.js'
import { createEmitter, type ProviderOptions, type WalletProvider } from './provider.js'

export type StandardOptions = ProviderOptions & {
  /** The network of a request, by its Wallet Standard name. Default: the current one. */
  getChain(chain?: unknown): readonly [CaipNetworkId]
  canDo(method: string): boolean
}

export type StandardFeatures = {
  /** Wallet Standard features, each with the methods of which the wallet has to approve one. */
  readonly features: readonly (readonly [name: string, methods: readonly string[], feature: object])[]
  /** The public key of an address; null for an invalid address. */
  readonly toPublicKey: (address: string) => Uint8Array | null
  /** Returns data of an address beyond the standard. */
  readonly toMore?: ((address: string) => object | undefined) | undefined
  /** The prefix of the `connect` and `events` features. */
  readonly prefix: 'standard' | 'bitcoin'
}

/** Creates a Wallet Standard wallet with accounts and events for the session, and the features of a namespace. */
export function createStandardWallet(
  link: ProviderOptions,
  toParts: (link: StandardOptions) => StandardFeatures,
): WalletProvider & { readonly provider: StandardWallet } {
  const { namespace, session, context } = link
  const { on, removeListener, emit, clear } = createEmitter(context.warn)
  const getChains = (): readonly CaipNetworkId[] => session.getApproval()[namespace]?.chains ?? []
  const options: StandardOptions = {
    ...link,
    canDo: (method) => getChains().some((chain) => hasMethod(session.getApproval(), chain, method)),
    getChain(name) {
      const current = session.getNetworkId(namespace)
      const chain =
        name === undefined ? current : findStandardChain(name, [...(current ? [current] : []), ...getChains()])
      if (chain) return [chain]
      throw new RpcError(4902, 'CHAIN_UNRECOGNIZED', { details: `The wallet has not approved ${String(name)}.` })
    },
  }
  const parts = toParts(options)
  const names = parts.features.flatMap(([name, methods]) => (methods.some(options.canDo) ? [name] : []))

  const getAccounts = (): readonly StandardAccount[] =>
    session.getAddresses(namespace).flatMap((address) => {
      const publicKey = parts.toPublicKey(address)
      const chains = toChains(link, namespace, address)
      return publicKey ? [{ ...parts.toMore?.(address), address, publicKey, chains, features: names }] : []
    })
  const stop = session.watch(namespace, ({ accounts, network }) => {
    if (accounts || network) emit('change', { accounts: getAccounts() })
  })

  const toWallet = ({ features, prefix }: StandardFeatures, guard: Guard): StandardWallet => ({
    name: session.wallet?.name ?? 'WalletConnect',
    icon: session.wallet?.icon ?? '',
    get chains() {
      return [...new Set(getChains().map(toStandardChain))]
    },
    get accounts() {
      return getAccounts()
    },
    features: {
      [`${prefix}:connect`]: { version: '1.0.0', connect: async () => ({ accounts: getAccounts() }) },
      [`${prefix}:events`]: {
        version: '1.0.0',
        on(event: string, listener: (payload: unknown) => unknown) {
          on(event, listener)
          return () => removeListener(event, listener)
        },
      },
      ...Object.fromEntries(
        features
          .filter(([name]) => names.includes(name))
          .map(([name, , feature]) => [name, { version: '1.0.0', ...guard(feature) }]),
      ),
    },
  })
  return {
    provider: toWallet(parts, toOuter),
    createInner(signal) {
      const own: LiveSession = { ...session, request: (call, more) => session.request(call, { ...more, signal }) }
      return toWallet(toParts({ ...options, session: own }), (feature) => feature)
    },
    destroy() {
      stop()
      clear()
    },
  }
}

type Guard = (feature: object) => object

type Ability = (...inputs: readonly unknown[]) => Promise<unknown>

/** The feature with errors that have a numeric `code`, as apps expect of wallets. */
const toOuter: Guard = (feature) =>
  Object.fromEntries(
    Object.entries(feature).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value]
      const guarded: Ability = async (...inputs) => {
        try {
          return await (value as Ability)(...inputs)
        } catch (cause) {
          throw toProviderError(cause, { isPrompt: true })
        }
      }
      return [name, guarded]
    }),
  )

/** The networks of an account: on Bitcoin the current one only, on Solana all that it was approved for. */
function toChains({ session }: ProviderOptions, namespace: Namespace, address: string): readonly string[] {
  const current = session.getNetworkId(namespace)
  if (namespace === 'bip122') return current ? [toStandardChain(current)] : []
  const own = session.getApproval()[namespace]?.accounts.filter((account) => account.address === address) ?? []
  return [...new Set(own.map(({ caipNetworkId }) => toStandardChain(caipNetworkId)))]
}

/** Wallet Standard names by CAIP-2 id. */
const standardNames: { readonly [caipNetworkId: string]: `${string}:${string}` | undefined } = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHScCkY3z': 'solana:testnet',
  'bip122:000000000019d6689c085ae165831e93': 'bitcoin:mainnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'bitcoin:testnet',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'bitcoin:testnet4',
  'bip122:00000008819873e925422c1ff0f99f7c': 'bitcoin:signet',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'bitcoin:regtest',
}

/** The name of a network in the Wallet Standard; `solana:localnet` for other Solana networks. */
export function toStandardChain(caipNetworkId: CaipNetworkId): `${string}:${string}` {
  const [namespace, reference] = caipNetworkId.split(':') as [Namespace, string]
  return standardNames[caipNetworkId] ?? (namespace === 'solana' ? 'solana:localnet' : `bitcoin:${reference}`)
}

/** Finds a network by its Wallet Standard name: the first one if several share it. */
function findStandardChain(chain: unknown, networkIds: readonly CaipNetworkId[]): CaipNetworkId | undefined {
  return networkIds.find((id) => toStandardChain(id) === chain)
}
