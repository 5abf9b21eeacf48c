import type { CaipNetworkId, Namespace, StandardAccount, StandardWallet } from '@latchkey/core'
import { RpcError, toProviderError } from '@latchkey/core/plugin'
import { hasMethod } from '../session/approval.js'
import { createEmitter, type ProviderOptions, type WalletProvider } from './provider.js'

export type StandardOptions = ProviderOptions & {
  /** The account's network, or that of a request which names one. */
  getChain(chain?: unknown): readonly [CaipNetworkId]
  canDo(method: string): boolean
}

export type StandardFeatures = {
  /** The wallet's abilities by the names of the Wallet Standard, each with the method that the wallet has to agree to. */
  readonly features: readonly (readonly [name: string, methods: readonly string[], feature: object])[]
  /** The key of an address; null where it is none of the chain family. */
  readonly toPublicKey: (address: string) => Uint8Array | null
  /** What else is known of an address: it is no part of the standard. */
  readonly toMore?: ((address: string) => object | undefined) | undefined
  /** By which the family's features of connecting and telling are called: `standard`, or a name of its own. */
  readonly prefix: 'standard' | 'bitcoin'
}

/** What is the same in all wallets of the Wallet Standard: accounts, and how one hears of them. */
export function createStandardWallet(
  link: ProviderOptions,
  toParts: (link: StandardOptions) => StandardFeatures,
): WalletProvider & { readonly provider: StandardWallet } {
  const { namespace, session, context } = link
  const { on, removeListener, emit, clear } = createEmitter(context.warn)
  const getChains = (): readonly CaipNetworkId[] => session.getApproval()[namespace]?.chains ?? []
  const parts = toParts({
    ...link,
    canDo: (method) => getChains().some((chain) => hasMethod(session.getApproval(), chain, method)),
    getChain(name) {
      const current = session.getNetworkId(namespace)
      const chain =
        name === undefined ? current : findStandardChain(name, [...(current ? [current] : []), ...getChains()])
      if (chain) return [chain]
      throw new RpcError(4902, 'CHAIN_UNRECOGNIZED', { details: `The wallet has not agreed to ${String(name)}.` })
    },
  })
  const offered = parts.features.filter(([, methods]) =>
    methods.some((method) => getChains().some((chain) => hasMethod(session.getApproval(), chain, method))),
  )
  const names = offered.map(([name]) => name)

  const readAccounts = (): readonly StandardAccount[] =>
    session.getAddresses(namespace).flatMap((address) => {
      const publicKey = parts.toPublicKey(address)
      const chains = toChains(link, namespace, address)
      return publicKey ? [{ ...parts.toMore?.(address), address, publicKey, chains, features: names }] : []
    })
  const getAccounts = (): readonly StandardAccount[] => (session.getEnd() ? [] : readAccounts())
  const stop = session.watch(namespace, ({ accounts, network }) => {
    if (accounts || network) emit('change', { accounts: readAccounts() })
  })

  const toWallet = (guard: Guard): StandardWallet => ({
    name: session.wallet?.name ?? 'WalletConnect',
    icon: session.wallet?.icon ?? '',
    get chains() {
      return [...new Set(getChains().map(toStandardChain))]
    },
    get accounts() {
      return getAccounts()
    },
    features: {
      [`${parts.prefix}:connect`]: { version: '1.0.0', connect: async () => ({ accounts: getAccounts() }) },
      [`${parts.prefix}:events`]: {
        version: '1.0.0',
        on(event: string, listener: (payload: unknown) => unknown) {
          on(event, listener)
          return () => removeListener(event, listener)
        },
      },
      ...Object.fromEntries(offered.map(([name, , feature]) => [name, { version: '1.0.0', ...guard(feature) }])),
    },
  })
  return {
    provider: toWallet(toOuter),
    inner: toWallet((feature) => feature),
    destroy() {
      stop()
      clear()
    },
  }
}

type Guard = (feature: object) => object

type Ability = (...inputs: readonly unknown[]) => Promise<unknown>

/** The same feature with errors that have a number in `code`, as apps read errors of wallets. */
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

/** Bitcoin wallets are on one network at a time, the current one; an account of Solana may be used on each of its own. */
function toChains({ session }: ProviderOptions, namespace: Namespace, address: string): readonly string[] {
  const current = session.getNetworkId(namespace)
  if (namespace === 'bip122') return current ? [toStandardChain(current)] : []
  const own = session.getApproval()[namespace]?.accounts.filter((account) => account.address === address) ?? []
  return [...new Set(own.map(({ caipNetworkId }) => toStandardChain(caipNetworkId)))]
}

/** Networks as wallets of the Wallet Standard call them. */
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

/** The name of a network in the Wallet Standard. On Solana, all that nobody knows are `solana:localnet`. */
export function toStandardChain(caipNetworkId: CaipNetworkId): `${string}:${string}` {
  const [namespace, reference] = caipNetworkId.split(':') as [Namespace, string]
  return standardNames[caipNetworkId] ?? (namespace === 'solana' ? 'solana:localnet' : `bitcoin:${reference}`)
}

/** Which of the networks a wallet means by a name: the first one, where several share it. */
export function findStandardChain(chain: unknown, networkIds: readonly CaipNetworkId[]): CaipNetworkId | undefined {
  return networkIds.find((id) => toStandardChain(id) === chain)
}
