import { keyIcon } from '../scripted/wallet.js'
import type { BitcoinShape, BitcoinWallet, BitcoinWalletOptions } from './bitcoinWallet.js'
import { createActions } from './engine/createActions.js'
import { createEngine, createSiteEvents } from './engine/createEngine.js'
import { createOkxShape, createUnisatShape } from './shapes/createInjectedShapes.js'
import { createLeatherShape } from './shapes/createLeatherShape.js'
import { createSatsConnectShape, createXverseShape } from './shapes/createSatsConnectShape.js'
import { createStandardShape } from './shapes/createStandardShape.js'
import type { Shape, ShapeOptions } from './shapes/shape.js'
import { createBitcoinState } from './state/createBitcoinState.js'

/**
 * Creates a scripted Bitcoin wallet for tests, demos and development, in the shape that the page looks for. It keeps the given
 * keys in memory and signs with them, so use keys of local chains only.
 *
 * @example
 * const wallet = createBitcoinWallet({ name: 'Dev wallet', shape: 'unisat', privateKeys: [key] })
 * const stop = wallet.inject(window)
 * wallet.script({ methods: { signMessage: { kind: 'reject' } } })
 */
export function createBitcoinWallet(options: BitcoinWalletOptions): BitcoinWallet {
  const { name, shape, privateKeys, network = 'regtest', paymentType = 'p2wpkh', icon = keyIcon } = options
  const { storage, esploraUrl, ask = () => true, fetch = globalThis.fetch.bind(globalThis) } = options
  const origin = options.origin ?? globalThis.location?.origin ?? 'null'
  const state = createBitcoinState({ name, privateKeys, network, paymentType, storage, origin })
  const engine = createEngine({
    ask,
    describe: () => ({ account: state.keys()[0].address, network: state.network() }),
  })
  const events = createSiteEvents(state)
  const { update } = events
  const actions = createActions({ state, engine, update, on: events.on, esploraUrl, fetch })
  const id = options.id ?? `${name.replace(/[^\w$]/g, '') || 'Wallet'}Providers.BitcoinProvider`
  const { provider, place } = shapes[shape]({ actions, name, icon, id })
  if (options.script) engine.script.add(options.script)

  return {
    name,
    shape,
    provider,
    inject(page, { after, registry } = {}) {
      if (after === undefined) return place(page, registry)
      let undo: (() => void) | undefined
      const timer = setTimeout(() => {
        undo = place(page, registry)
      }, after)
      return () => {
        clearTimeout(timer)
        undo?.()
      }
    },
    script: engine.script.add,
    reset() {
      engine.script.clear()
      engine.script.release()
    },
    release: engine.script.release,
    selectAccount: (index) => update(() => state.select(index)),
    selectNetwork: (next) => update(() => state.selectNetwork(next)),
    lock: () => update(() => state.setLocked(true)),
    unlock: () => update(() => state.setLocked(false)),
    disconnectSite: () => update(() => state.grant(false)),
    get requests() {
      return [...engine.log]
    },
    get prompts() {
      return engine.prompts()
    },
    get addresses() {
      return state.keys().map(({ address, type, purpose, publicKey, path }) => ({
        address,
        type,
        purpose,
        publicKey,
        path,
      }))
    },
    get network() {
      return state.network()
    },
    get isConnected() {
      return state.isShown()
    },
    get listenerCount() {
      return events.count()
    },
  }
}

const shapes: { readonly [shape in BitcoinShape]: (options: ShapeOptions) => Shape } = {
  'wallet-standard': createStandardShape,
  'sats-connect': createSatsConnectShape,
  leather: createLeatherShape,
  okx: createOkxShape,
  unisat: createUnisatShape,
  xverse: createXverseShape,
}
