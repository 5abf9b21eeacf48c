import { createSigners } from '../createSigners.js'
import { createChainBook } from './createChainBook.js'
import { createDecisions } from './createDecisions.js'
import { createSessions } from './createSessions.js'
import { createSignIns } from './createSignIns.js'
import { createWalletKit } from './createWalletKit.js'
import { createWalletStore } from './createWalletStore.js'
import { followKit } from './followKit.js'
import { keepOnline } from './keepOnline.js'
import type { CreateWalletPeerOptions, WalletPeer } from './walletPeer.js'
import type { WalletPolicy, WalletProposal, WalletRequest } from './walletState.js'

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
