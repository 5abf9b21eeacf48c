import type { ChainSigner, WalletNamespace } from '../chainSigner.js'
import type { ChainBook } from './createChainBook.js'
import type { WalletKitClient } from './createWalletKit.js'
import type { WalletStore } from './createWalletStore.js'
import { type SessionNamespaces, toSessionNamespaces } from './toSessionNamespaces.js'
import { toWalletApp } from './toWalletApp.js'

type Session = ReturnType<WalletKitClient['getActiveSessions']>[string]

export type Sessions = {
  /** Writes them into the state as the client has them. */
  readonly refresh: () => void
  /** What an app gets that asks for these namespaces. */
  readonly toNamespaces: (chains: readonly string[], asked: Session['optionalNamespaces']) => SessionNamespaces
  /** The address that the app of a session knows on a chain. */
  readonly getAddress: (topic: string, chain: string) => string | undefined
  /** Makes a chain the active one of its family and tells every app that has an account there. */
  readonly goTo: (chain: string) => Promise<void>
  /** Uses another account everywhere and tells every app. */
  readonly useAccount: (account: number) => Promise<void>
}

export type CreateSessionsOptions = {
  readonly kit: WalletKitClient
  readonly store: WalletStore
  readonly signers: readonly ChainSigner[]
  readonly book: ChainBook
}

/** Methods that the wallet answers itself. */
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
  const tell = async (session: Session, name: string, chain: string, data: unknown): Promise<void> => {
    const { topic, namespaces } = session
    if (!namespaces[chain.split(':')[0] ?? '']?.events.includes(name)) return
    await kit.emitSessionEvent({ topic, event: { name, data }, chainId: chain })
  }
  /** Gives a session accounts on these chains; what it had otherwise stays. */
  const update = async (session: Session, chains: readonly string[]): Promise<void> => {
    const namespaces = toNamespaces(chains, session.optionalNamespaces)
    const { acknowledged } = await kit.updateSession({ topic: session.topic, namespaces })
    await acknowledged()
  }
  /** An app that is away hears of it later, and keeps no other from hearing of it now. */
  const forEach = async (change: (session: Session) => Promise<void>): Promise<void> => {
    const outcomes = await Promise.allSettled(getAll().map(change))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') store.note(`An app was not told: ${toText(outcome.reason)}`)
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
        await tell(session, 'chainChanged', chain, namespace === 'eip155' ? Number(reference) : reference)
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
          if (chain && address && chains.includes(chain)) await tell(session, 'accountsChanged', chain, [address])
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
