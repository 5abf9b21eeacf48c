import type { WalletKeys, WalletNetworks } from '../signer.js'
import { createSigners } from '../signers.js'
import { createChainBook } from './chainBook.js'
import { createDecisions } from './decisions.js'
import { followKit } from './followKit.js'
import { createWalletKit, keepOnline, type WalletStorage } from './kit.js'
import { createSessions } from './sessions.js'
import { createSignIns } from './signIns.js'
import {
  createWalletStore,
  type WalletPolicy,
  type WalletProposal,
  type WalletRequest,
  type WalletState,
} from './state.js'

export type CreateWalletPeerOptions = {
  readonly relayUrl: string
  readonly keys: WalletKeys
  readonly networks: WalletNetworks
  /** Default: approves everything that it has. */
  readonly policy?: Partial<WalletPolicy> | undefined
  /** Where sessions are kept. Default: in memory. */
  readonly storage?: WalletStorage | 'memory' | 'page' | undefined
  /** What the wallet calls itself. */
  readonly name?: string | undefined
  readonly url?: string | undefined
}

/** The wallet's side of WalletConnect, with real keys on the local chains. */
export type WalletPeer = {
  readonly getState: () => WalletState
  /** Called after each change; returns its end. */
  readonly subscribe: (listener: () => void) => () => void
  readonly getPolicy: () => WalletPolicy
  readonly setPolicy: (policy: Partial<WalletPolicy>) => void
  /** Takes the code of an app. Throws where it is malformed, used or too old. */
  readonly pair: (uri: string) => Promise<void>
  /** Approves a proposal; on these chains where they are named. */
  readonly approveProposal: (id: number, chains?: readonly string[]) => Promise<void>
  readonly rejectProposal: (id: number) => Promise<void>
  /** Signs in and connects; on these chains where they are named. */
  readonly approveSignIn: (id: number, chains?: readonly string[]) => Promise<void>
  readonly rejectSignIn: (id: number) => Promise<void>
  readonly approveRequest: (id: number) => Promise<void>
  readonly rejectRequest: (id: number) => Promise<void>
  /** Leaves a proposal, sign-in or request without an answer, for ever. */
  readonly ignore: (id: number) => void
  /** Goes to another chain of the wallet and tells all apps. Takes a CAIP-2 id. */
  readonly switchChain: (chain: string) => Promise<void>
  /** Uses another account in all chain families and tells all apps. */
  readonly switchAccount: (account: number) => Promise<void>
  /** Prolongs a session by a week. */
  readonly extendSession: (topic: string) => Promise<void>
  readonly deleteSession: (topic: string) => Promise<void>
  /** Sends an event to the app of a session as it is, true or not. */
  readonly emit: (
    topic: string,
    event: { readonly name: string; readonly data: unknown; readonly chain: string },
  ) => Promise<void>
  /** Lets go of the relay, as a phone does that is put away. */
  readonly goOffline: () => Promise<void>
  readonly goOnline: () => Promise<void>
  /** Lets go of the relay for good. What is kept in a page stays. */
  readonly destroy: () => Promise<void>
}

/** Starts a wallet that pairs with apps over a relay, signs with its keys and sends to the local chains. */
export async function createWalletPeer(options: CreateWalletPeerOptions): Promise<WalletPeer> {
  const { relayUrl, keys, networks, storage = 'memory' } = options
  const { name = 'Test wallet', url = 'http://localhost' } = options
  const prefix = storage === 'page' ? 'test-wallet' : `test-wallet-${crypto.randomUUID()}`
  let policy: WalletPolicy = { proposals: 'approve', requests: 'approve', signIns: 'approve', ...options.policy }

  const book = createChainBook(networks)
  const { evm, solana, bitcoin } = networks
  const first = evm[0] && `eip155:${evm[0].id}`
  const store = createWalletStore({
    chains: book.list(),
    activeChains: {
      ...(first && { eip155: first }),
      ...(solana && { solana: solana.caipNetworkId }),
      ...(bitcoin && { bip122: bitcoin.caipNetworkId }),
    },
    account: 0,
    addresses: {},
    proposals: [],
    requests: [],
    signIns: [],
    sessions: [],
    log: [],
  })
  const signers = createSigners({ keys, networks, getRpcUrl: book.getRpcUrl })
  const kit = await createWalletKit({ relayUrl, name, url, storage, prefix })
  const sessions = createSessions({ kit, store, signers, book })
  const getPolicy = (): WalletPolicy => policy
  const decisions = createDecisions({ kit, store, signers, sessions, book, getPolicy })
  const signIns = createSignIns({ kit, store, signers, sessions, book, getPolicy })
  signIns.follow()
  const unfollow = followKit({ kit, store, sessions, decisions, getPolicy })
  const online = keepOnline(kit.core.relayer)
  sessions.refresh()

  const getProposal = (id: number): WalletProposal => {
    const proposal = store.get().proposals.find((one) => one.id === id)
    if (!proposal) throw new Error('There is no such proposal.')
    return proposal
  }
  const getRequest = (id: number): WalletRequest => {
    const request = store.get().requests.find((one) => one.id === id)
    if (!request) throw new Error('There is no such request.')
    return request
  }
  return {
    getState: store.get,
    subscribe: store.subscribe,
    getPolicy,
    setPolicy: (next) => {
      policy = { ...policy, ...next }
      signIns.follow()
    },
    pair: (uri) => kit.pair({ uri }),
    approveProposal: async (id, chains) => decisions.approveProposal(getProposal(id), chains),
    rejectProposal: async (id) => decisions.rejectProposal(getProposal(id)),
    approveSignIn: signIns.approve,
    rejectSignIn: signIns.reject,
    approveRequest: async (id) => decisions.approveRequest(getRequest(id)),
    rejectRequest: async (id) => decisions.rejectRequest(getRequest(id)),
    ignore: (id) => {
      store.takeOff(id)
      store.note('Ignored')
    },
    switchChain: async (chain) => {
      if (!book.has(chain)) throw new Error(`The wallet has no chain ${chain}.`)
      await sessions.goTo(chain)
    },
    switchAccount: sessions.useAccount,
    extendSession: async (topic) => {
      const { acknowledged } = await kit.extendSession({ topic })
      await acknowledged()
      sessions.refresh()
    },
    deleteSession: async (topic) => {
      store.note('Deleted a session')
      await kit.disconnectSession({ topic, reason: { code: 6_000, message: 'User disconnected.' } })
      sessions.refresh()
    },
    emit: (topic, { name: event, data, chain }) =>
      kit.emitSessionEvent({ topic, event: { name: event, data }, chainId: chain }),
    goOffline: online.goOffline,
    goOnline: online.goOnline,
    destroy: async () => {
      unfollow()
      signIns.destroy()
      online.stop()
      kit.core.heartbeat.stop()
      // what is under way would call the relay again, and ever more often where that is gone
      const never = (): Promise<void> => new Promise(() => undefined)
      Object.assign(kit.core.relayer, { transportOpen: never, connect: never })
      await kit.core.relayer.transportClose()
      // the client keeps itself on the global object, for as long as the process runs
      Reflect.deleteProperty(globalThis, `_walletConnectCore_${prefix}`)
    },
  }
}
