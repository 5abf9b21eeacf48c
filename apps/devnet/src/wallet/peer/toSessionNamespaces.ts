import type { ChainSigner } from '../chainSigner.js'
import type { WalletKitClient } from './createWalletKit.js'

export type SessionNamespaces = Parameters<WalletKitClient['approveSession']>[0]['namespaces']

type Asked = { readonly [namespace in string]?: { readonly methods: string[]; readonly events: string[] } }

export type ToSessionNamespacesOptions = {
  /** CAIP-2, the active ones first. */
  readonly chains: readonly string[]
  readonly signers: readonly ChainSigner[]
  readonly account: number
  /** Methods of the wallet itself, beside those that sign. */
  readonly walletMethods: readonly string[]
  /** What the app asks for; where it asks for nothing in a family, all is approved. */
  readonly asked: Asked
}

const events = ['chainChanged', 'accountsChanged']

/** What the wallet agrees to: an account on each chain, with the methods and events that the app asks for and it has. */
export function toSessionNamespaces(options: ToSessionNamespacesOptions): SessionNamespaces {
  const { chains, signers, account, walletMethods, asked } = options
  const entries = signers.flatMap(({ namespace, addresses, methods }) => {
    const own = chains.filter((chain) => chain.startsWith(`${namespace}:`))
    const address = addresses[account] ?? addresses[0]
    if (own.length === 0) return []
    const wanted = asked[namespace]
    const all = namespace === 'eip155' ? [...methods, ...walletMethods] : methods
    const approved = {
      chains: own,
      accounts: own.map((chain) => `${chain}:${address}`),
      methods: all.filter((method) => !wanted || wanted.methods.includes(method)),
      events: events.filter((event) => !wanted || wanted.events.includes(event)),
    }
    return [[namespace, approved] as const]
  })
  return Object.fromEntries(entries)
}
