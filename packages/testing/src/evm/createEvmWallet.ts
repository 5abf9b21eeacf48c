import { createEmitter } from '../scripted/createEmitter.js'
import { createPrompter } from '../scripted/createPrompter.js'
import { createQueue, createShared } from '../scripted/locks.js'
import { createRpcError, requestNode } from '../scripted/rpc.js'
import { keyIcon, type LoggedRequest } from '../scripted/wallet.js'
import { createScriptRunner } from '../scripted/walletScript.js'
import { announceProvider, createUuid, injectProvider } from './announce/announceProvider.js'
import type { EvmWallet, EvmWalletOptions } from './evmWallet.js'
import { createProvider } from './provider/createProvider.js'
import type { WalletContext } from './provider/walletMethod.js'
import { createUpdate, createWalletState } from './state/createWalletState.js'

/**
 * Creates a scripted EVM wallet for tests, demos and development. It keeps the given keys in memory and signs with them, so use
 * keys of local chains only.
 *
 * @example
 * const wallet = createEvmWallet({
 * name: 'Dev wallet',
 * rdns: 'example.dev-wallet',
 * accounts: [generatePrivateKey()],
 * chains: [{ id: 31337, rpcUrl: 'http://127.0.0.1:8545' }],
 * })
 * const stop = wallet.announce(window)
 * wallet.script({ methods: { personal_sign: { kind: 'reject' } } })
 */
export function createEvmWallet(options: EvmWalletOptions): EvmWallet {
  const { name, rdns, icon = keyIcon, uuid = createUuid(), ask = () => true } = options
  const info = Object.freeze({ uuid, name, icon, rdns })
  const state = createWalletState(options)
  const emitter = createEmitter()
  const script = createScriptRunner()
  const prompter = createPrompter(ask)
  const log: LoggedRequest[] = []
  const update = createUpdate(state, emitter)
  const context: WalletContext = {
    state,
    script,
    update,
    emit: emitter.emit,
    forward: ({ rpcUrl }, method, params) =>
      requestNode({ fetch: options.fetch ?? globalThis.fetch, rpcUrl, method, params }),
    inTurn: createQueue(),
    connectOnce: createShared(),
    bundles: new Map(),
    permissions: new Map(),
  }
  const provider = createProvider({ context, emitter, prompter, log })

  const addScript: EvmWallet['script'] = (added) => {
    script.add(added)
    if (added.locked) update(state.lock.lock)
  }
  if (options.script) addScript(options.script)

  return {
    info,
    provider,
    announce: (target, announceOptions) => announceProvider(target, { info, provider }, announceOptions),
    injectLegacy: (target) => injectProvider(target, provider),
    script: addScript,
    reset: () => {
      const wasLocked = script.flags().locked !== undefined
      script.clear()
      script.release()
      if (wasLocked) update(state.lock.unlock)
    },
    release: script.release,
    selectAccount: (index) =>
      update(() => {
        state.accounts.select(index)
        const account = state.accounts.selected()
        // selecting an account while a site is connected connects that account too
        if (state.granted().length > 0 && !state.granted().includes(account)) state.grant([account, ...state.granted()])
      }),
    selectChain: (chainId) => update(() => state.chains.select(chainId)),
    addAccount: state.accounts.add,
    lock: () => update(state.lock.lock),
    unlock: () => update(state.lock.unlock),
    disconnectSite: () => {
      if (state.granted().length === 0) return
      update(() => state.grant([]))
      emitter.emit('disconnect', createRpcError(4_900, 'The user has disconnected this site.'))
    },
    emit: emitter.emit,
    get requests() {
      return [...log]
    },
    get prompts() {
      return prompter.shown()
    },
    get accounts() {
      return state.accounts.list()
    },
    get selectedAccount() {
      return state.accounts.selected()
    },
    get chainId() {
      return state.chains.selected().id
    },
    get chains() {
      return state.chains.list()
    },
    get isConnected() {
      return state.exposed().length > 0
    },
    get isLocked() {
      return state.lock.isLocked()
    },
  }
}
