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
  /** Default: approves everything it supports. */
  readonly policy?: Partial<WalletPolicy> | undefined
  /** Storage of sessions. Default: in memory. */
  readonly storage?: WalletStorage | 'memory' | 'page' | undefined
  /** The wallet's name. */
  readonly name?: string | undefined
  readonly url?: string | undefined
}

/** A WalletConnect wallet with real keys on the local chains. */
export type WalletPeer = {
  readonly getState: () => WalletState
  /** Called after each change. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
  readonly getPolicy: () => WalletPolicy
  readonly setPolicy: (policy: Partial<WalletPolicy>) => void
  /** Pairs with an app by its URI. Throws for an invalid, used or expired one. */
  readonly pair: (uri: string) => Promise<void>
  /** Approves a proposal, by default on the requested chains. */
  readonly approveProposal: (id: number, chains?: readonly string[]) => Promise<void>
  readonly rejectProposal: (id: number) => Promise<void>
  /** Signs in and connects, by default on the requested chains. */
  readonly approveSignIn: (id: number, chains?: readonly string[]) => Promise<void>
  readonly rejectSignIn: (id: number) => Promise<void>
  readonly approveRequest: (id: number) => Promise<void>
  readonly rejectRequest: (id: number) => Promise<void>
  /** Never responds to a proposal, sign-in or request. */
  readonly ignore: (id: number) => void
  /** Switches to another chain (CAIP-2) and notifies all apps. */
  readonly switchChain: (chain: string) => Promise<void>
  /** Switches to another account in all namespaces and notifies all apps. */
  readonly switchAccount: (account: number) => Promise<void>
  /** Extends a session by a week. */
  readonly extendSession: (topic: string) => Promise<void>
  readonly deleteSession: (topic: string) => Promise<void>
  /** Sends an arbitrary event to the app of a session. */
  readonly emit: (
    topic: string,
    event: { readonly name: string; readonly data: unknown; readonly chain: string },
  ) => Promise<void>
  /** Disconnects from the relay, like a phone in standby. */
  readonly goOffline: () => Promise<void>
  readonly goOnline: () => Promise<void>
  /** Disconnects from the relay for good. A page's storage stays. */
  readonly destroy: () => Promise<void>
}

/** Creates a wallet that pairs with apps over a relay, signs with its keys and sends to the local chains. */
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
    if (!proposal) throw new Error('Unknown proposal.')
    return proposal
  }
  const getRequest = (id: number): WalletRequest => {
    const request = store.get().requests.find((one) => one.id === id)
    if (!request) throw new Error('Unknown request.')
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
      if (!book.has(chain)) throw new Error(`The wallet does not have chain ${chain}.`)
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
      // pending calls would reconnect, and ever more often if the relay is gone
      const never = (): Promise<void> => new Promise(() => undefined)
      Object.assign(kit.core.relayer, { transportOpen: never, connect: never })
      await kit.core.relayer.transportClose()
      // the client stores itself on the global object
      Reflect.deleteProperty(globalThis, `_walletConnectCore_${prefix}`)
    },
  }
}
