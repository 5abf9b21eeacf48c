import { createCaller } from '../scripted/createCaller.js'
import { createEmitter } from '../scripted/createEmitter.js'
import { createPrompter } from '../scripted/createPrompter.js'
import { createShared } from '../scripted/locks.js'
import { createRpcError, requestNode } from '../scripted/rpc.js'
import { keyIcon, type LoggedRequest } from '../scripted/wallet.js'
import { createScriptRunner } from '../scripted/walletScript.js'
import { createStandardWallet } from './createStandardWallet.js'
import { registerWallets } from './register/registerWallets.js'
import type {
  SolanaAskRequest,
  SolanaFeature,
  SolanaWallet,
  SolanaWalletOptions,
  SolanaWalletScript,
} from './solanaWallet.js'
import { createWalletState } from './state/createWalletState.js'

const all: readonly SolanaFeature[] = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
]

/**
 * Creates a scripted Solana wallet for tests, demos and development. It keeps the given keys in memory and signs with them, so
 * use keys of local chains only.
 *
 * @example
 * const wallet = createSolanaWallet({
 * name: 'Dev wallet',
 * accounts: [crypto.getRandomValues(new Uint8Array(32))],
 * rpcUrl: 'http://127.0.0.1:8899',
 * })
 * const stop = wallet.register(window)
 * wallet.script({ methods: { 'solana:signMessage': { kind: 'reject' } } })
 */
export function createSolanaWallet(options: SolanaWalletOptions): SolanaWallet {
  const { name, icon = keyIcon, rpcUrl, without = [], connectsSilently = true, ask = () => true } = options
  const features = all.filter((feature) => !without.includes(feature))
  const state = createWalletState(options, features)
  const emitter = createEmitter()
  const script = createScriptRunner<SolanaWalletScript>()
  const prompter = createPrompter<SolanaAskRequest>(ask)
  const log: LoggedRequest[] = []

  const update = (change: () => void): void => {
    const before = toAddresses(state.exposed())
    change()
    state.save()
    if (toAddresses(state.exposed()) !== before) emitter.emit('change', { accounts: state.exposed() })
  }
  const forward = (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (!rpcUrl) throw createRpcError(-32_603, 'The wallet has no network.')
    return requestNode({ fetch: options.fetch ?? globalThis.fetch, rpcUrl, method, params })
  }
  const context = { state, script, connectsSilently, update, forward, connectOnce: createShared() }
  const call = createCaller({ script, prompter, log })
  const standard = createStandardWallet({ name, icon, context, emitter, call, features })

  const addScript: SolanaWallet['script'] = (added) => {
    script.add(added)
    if (added.locked) update(state.lock.lock)
  }
  if (options.script) addScript(options.script)

  return {
    standard,
    register: (target, registerOptions) => registerWallets(target, [standard], registerOptions),
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
        state.keys.select(index)
        const { address } = state.keys.selected()
        // selecting an account while a site is connected connects that account too
        if (state.granted().length > 0 && !state.granted().includes(address)) state.grant([address, ...state.granted()])
      }),
    addAccount: state.keys.add,
    lock: () => update(state.lock.lock),
    unlock: () => update(state.lock.unlock),
    disconnectSite: () => update(() => state.grant([])),
    emit: (properties) => emitter.emit('change', properties),
    get requests() {
      return [...log]
    },
    get prompts() {
      return prompter.shown()
    },
    get accounts() {
      return state.keys.list().map(({ address }) => address)
    },
    get selectedAccount() {
      return state.keys.selected().address
    },
    get isConnected() {
      return state.exposed().length > 0
    },
    get isLocked() {
      return state.lock.isLocked()
    },
    get listenerCount() {
      return emitter.count('change')
    },
  }
}

function toAddresses(accounts: readonly { readonly address: string }[]): string {
  return accounts.map(({ address }) => address).join()
}
