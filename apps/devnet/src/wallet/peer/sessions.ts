import type { ChainSigner, WalletNamespace } from '../signer.js'
import type { ChainBook } from './chainBook.js'
import type { WalletKitClient } from './kit.js'
import type { WalletApp, WalletStore } from './state.js'

type Session = ReturnType<WalletKitClient['getActiveSessions']>[string]

export type Sessions = {
  /** Copies the client's sessions to the state. */
  readonly refresh: () => void
  /** The namespaces to approve for a request. */
  readonly toNamespaces: (chains: readonly string[], asked: Session['optionalNamespaces']) => SessionNamespaces
  /** The address of a session on a chain. */
  readonly getAddress: (topic: string, chain: string) => string | undefined
  /** Activates a chain in its namespace and notifies all apps with an account there. */
  readonly goTo: (chain: string) => Promise<void>
  /** Switches the account and notifies all apps. */
  readonly useAccount: (account: number) => Promise<void>
}

type CreateSessionsOptions = {
  readonly kit: WalletKitClient
  readonly store: WalletStore
  readonly signers: readonly ChainSigner[]
  readonly book: ChainBook
}

/** Methods that the wallet handles itself. */
const walletMethods = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']

export function createSessions({ kit, store, signers, book }: CreateSessionsOptions): Sessions {
  const getAll = (): readonly Session[] => Object.values(kit.getActiveSessions())
  const refresh = (): void =>
    store.set({
      chains: book.list(),
      addresses: toAddresses(signers, store.get().account),
      sessions: getAll().map(({ topic, peer, namespaces, expiry }) => ({
        topic,
        app: toWalletApp(peer.metadata),
        accounts: Object.values(namespaces).flatMap(({ accounts }) => accounts),
        expiresAt: expiry * 1_000,
      })),
    })
  const toNamespaces: Sessions['toNamespaces'] = (chains, asked) => {
    const { activeChains, account } = store.get()
    const active = Object.values(activeChains)
    const sorted = [...chains].sort((one, other) => Number(active.includes(other)) - Number(active.includes(one)))
    return toSessionNamespaces({ chains: sorted, signers, account, walletMethods, asked })
  }
  const notify = async (session: Session, name: string, chain: string, data: unknown): Promise<void> => {
    const { topic, namespaces } = session
    if (!namespaces[chain.split(':')[0] ?? '']?.events.includes(name)) return
    await kit.emitSessionEvent({ topic, event: { name, data }, chainId: chain })
  }
  /** Adds accounts on these chains to a session. */
  const update = async (session: Session, chains: readonly string[]): Promise<void> => {
    const namespaces = toNamespaces(chains, session.optionalNamespaces)
    const { acknowledged } = await kit.updateSession({ topic: session.topic, namespaces })
    await acknowledged()
  }
  /** An offline app is notified later and does not delay the others. */
  const forEach = async (change: (session: Session) => Promise<void>): Promise<void> => {
    const outcomes = await Promise.allSettled(getAll().map(change))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') store.note(`Notifying an app failed: ${toText(outcome.reason)}`)
    refresh()
  }

  return {
    refresh,
    toNamespaces,
    getAddress: (topic, chain) => {
      const accounts = getAll().find((session) => session.topic === topic)?.namespaces[chain.split(':')[0] ?? '']
      return accounts?.accounts.find((account) => account.startsWith(`${chain}:`))?.slice(chain.length + 1)
    },
    goTo: async (chain) => {
      const [namespace = '', reference = ''] = chain.split(':')
      store.set({ activeChains: { ...store.get().activeChains, [namespace]: chain } })
      store.note(`Switched to ${chain}`)
      await forEach(async (session) => {
        const chains = toChains(session)
        if (!chains.some((other) => other.startsWith(`${namespace}:`))) return
        if (!chains.includes(chain)) await update(session, [...chains, chain])
        await notify(session, 'chainChanged', chain, namespace === 'eip155' ? Number(reference) : reference)
      })
    },
    useAccount: async (account) => {
      const addresses = toAddresses(signers, account)
      store.set({ account, addresses })
      store.note(`Switched to account ${account + 1}`)
      await forEach(async (session) => {
        const chains = toChains(session)
        await update(session, chains)
        for (const [namespace, chain] of Object.entries(store.get().activeChains)) {
          const address = addresses[namespace as WalletNamespace]
          if (chain && address && chains.includes(chain)) await notify(session, 'accountsChanged', chain, [address])
        }
      })
    },
  }
}

function toAddresses(signers: readonly ChainSigner[], account: number): { [namespace in WalletNamespace]?: string } {
  return Object.fromEntries(signers.map(({ namespace, addresses }) => [namespace, addresses[account] ?? addresses[0]]))
}

/** CAIP-2 ids on which a session has an account. */
function toChains({ namespaces }: Session): readonly string[] {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  return [...new Set(accounts.map((account) => account.split(':').slice(0, 2).join(':')))]
}

function toText(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}

export type SessionNamespaces = Parameters<WalletKitClient['approveSession']>[0]['namespaces']

type RequestedNamespaces = {
  readonly [namespace in string]?: { readonly methods: string[]; readonly events: string[] }
}

type ToSessionNamespacesOptions = {
  /** CAIP-2, the active ones first. */
  readonly chains: readonly string[]
  readonly signers: readonly ChainSigner[]
  readonly account: number
  /** Methods of the wallet besides signing. */
  readonly walletMethods: readonly string[]
  /** The app's request. Without one for a namespace, everything is approved. */
  readonly asked: RequestedNamespaces
}

const sessionEvents = ['chainChanged', 'accountsChanged']

/** Creates the approved namespaces: an account per chain, with the requested methods and events that the wallet supports. */
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
      events: sessionEvents.filter((event) => !wanted || wanted.events.includes(event)),
    }
    return [[namespace, approved] as const]
  })
  return Object.fromEntries(entries)
}

/** The app's own metadata, truncated for display. */
export function toWalletApp({ name, url }: { readonly name: string; readonly url: string }): WalletApp {
  return { name: name.slice(0, 100), url: url.slice(0, 200) }
}
