import { type ChainSigner, unsupportedChains, userRejected, WalletRpcError } from '../signer.js'
import type { ChainBook } from './chainBook.js'
import type { WalletKitClient } from './kit.js'
import type { SessionNamespaces, Sessions } from './sessions.js'
import type { WalletPolicy, WalletProposal, WalletRequest, WalletStore } from './state.js'

export type Decisions = {
  readonly approveProposal: (proposal: WalletProposal, chains?: readonly string[] | undefined) => Promise<void>
  readonly rejectProposal: (proposal: WalletProposal) => Promise<void>
  readonly approveRequest: (request: WalletRequest) => Promise<void>
  readonly rejectRequest: (request: WalletRequest) => Promise<void>
}

type CreateDecisionsOptions = {
  readonly kit: WalletKitClient
  readonly store: WalletStore
  readonly signers: readonly ChainSigner[]
  readonly sessions: Sessions
  readonly book: ChainBook
  readonly getPolicy: () => WalletPolicy
}

const chainMethods = ['wallet_switchEthereumChain', 'wallet_addEthereumChain']

/** Carries out the user's decisions. Each removes the pending item first. */
export function createDecisions(options: CreateDecisionsOptions): Decisions {
  const { kit, store, signers, sessions, book, getPolicy } = options
  const { takeOff } = store
  const answer = async ({ chain, method, params, topic }: WalletRequest): Promise<unknown> => {
    const address = sessions.getAddress(topic, chain)
    if (!address) throw new WalletRpcError(5_100, `No account on ${chain}`)
    if (getPolicy().pretendsToSwitch && chainMethods.includes(method)) return null
    if (method === 'wallet_switchEthereumChain') return switchChain(params)
    if (method === 'wallet_addEthereumChain') {
      await sessions.goTo(book.add(params))
      return null
    }
    const signer = signers.find(({ namespace }) => chain.startsWith(`${namespace}:`))
    return signer?.answer({ chain, method, params, address })
  }
  const switchChain = async (params: unknown): Promise<null> => {
    const [given] = Array.isArray(params) ? params : []
    const chain = `eip155:${Number((given as { readonly chainId?: unknown } | undefined)?.chainId)}`
    if (!book.has(chain)) throw new WalletRpcError(4_902, `The wallet does not have chain ${chain}.`)
    await sessions.goTo(chain)
    return null
  }

  const toProperties = async ({ bip122 }: SessionNamespaces): Promise<Record<string, string> | undefined> => {
    const [chain = '', address = ''] = bip122?.accounts[0]?.split(/:(?=[^:]*$)/) ?? []
    if (!bip122) return undefined
    const signer = signers.find(({ namespace }) => namespace === 'bip122')
    const addresses = await signer?.answer({
      chain,
      method: 'getAccountAddresses',
      params: { account: address },
      address,
    })
    return { bip122_getAccountAddresses: JSON.stringify(addresses) }
  }

  return {
    approveProposal: async ({ id, chains: asked }, chosen) => {
      const proposal = Object.values(kit.getPendingSessionProposals()).find((one) => one.id === id)
      takeOff(id)
      if (!proposal) throw new Error('The proposal no longer exists.')
      const chains = chosen ?? getPolicy().chains ?? asked.filter(book.has)
      const wanted = { ...proposal.requiredNamespaces, ...proposal.optionalNamespaces }
      const namespaces = sessions.toNamespaces(chains, wanted)
      if (Object.keys(namespaces).length === 0) {
        store.note('Refused a connection without a chain of this wallet')
        await kit.rejectSession({ id, reason: unsupportedChains })
        return
      }
      store.note(`Approved a connection on ${chains.join(', ')}`)
      try {
        const sessionProperties = getPolicy().tellsKeys ? await toProperties(namespaces) : undefined
        await kit.approveSession({ id, namespaces, ...(sessionProperties && { sessionProperties }) })
      } finally {
        sessions.refresh()
      }
    },
    rejectProposal: async ({ id }) => {
      takeOff(id)
      store.note('Rejected a connection')
      await kit.rejectSession({ id, reason: userRejected })
    },
    approveRequest: async (request) => {
      const { id, topic, method } = request
      takeOff(id)
      try {
        const result = await answer(request)
        await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
        store.note(`Approved ${method}`)
      } catch (error) {
        const code = error instanceof WalletRpcError ? error.code : -32_000
        const message = error instanceof Error ? error.message : String(error)
        store.note(`Failed ${method}: ${message}`)
        await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error: { code, message } } })
      }
    },
    rejectRequest: async ({ id, topic, method }) => {
      takeOff(id)
      store.note(`Rejected ${method}`)
      await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error: userRejected } })
    },
  }
}
