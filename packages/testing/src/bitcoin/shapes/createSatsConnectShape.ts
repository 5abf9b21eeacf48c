import { base64 } from '@scure/base'
import type { BitcoinAddress, BitcoinNetworkName } from '../bitcoinWallet.js'
import type { BitcoinActions } from '../engine/bitcoinActions.js'
import { addToRegistry, placeAt, type Shape, type ShapeOptions } from './shape.js'

/** A wallet listed in the registry, at the window path that its entry contains. */
export function createSatsConnectShape({ actions, name, icon, id }: ShapeOptions): Shape {
  const provider = createRequestProvider(actions)
  return {
    provider,
    place(page) {
      const stops = [placeAt(page, id, provider), addToRegistry(page, { id, name, icon, methods: [...requestMethods] })]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Xverse: the same methods at a fixed window path. */
export function createXverseShape({ actions, name, icon }: ShapeOptions): Shape {
  const id = 'XverseProviders.BitcoinProvider'
  const provider = createRequestProvider(actions)
  return {
    provider,
    place(page, registry) {
      const stops = [placeAt(page, id, provider)]
      if (registry) stops.push(addToRegistry(page, { id, name, icon, methods: [...requestMethods] }))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

type Params = Readonly<Record<string, unknown>>

type Method = (params: Params) => Promise<unknown>

/** Methods of sats-connect wallets. */
const requestMethods = [
  'getInfo',
  'getAddresses',
  'getAccounts',
  'wallet_connect',
  'wallet_getAccount',
  'wallet_getNetwork',
  'wallet_changeNetwork',
  'wallet_disconnect',
  'signMessage',
  'signPsbt',
  'sendTransfer',
] as const

/** Creates an object with `request(method, params)` like sats-connect wallets: errors are returned, not thrown. */
function createRequestProvider(actions: BitcoinActions): object {
  const toNetwork = (name: BitcoinNetworkName): object => ({
    bitcoin: { name: name.charAt(0).toUpperCase() + name.slice(1) },
    stacks: { name: name === 'mainnet' ? 'mainnet' : 'testnet' },
  })
  const connect = async (params: unknown): Promise<object> => {
    const addresses = (await actions.connect(params)).map(toEntry)
    return { id: 'account-0', walletType: 'software', addresses, network: toNetwork(await actions.network()) }
  }
  const methods: { readonly [name in (typeof requestMethods)[number]]: Method } = {
    getInfo: async () => ({ version: '1.0.0', methods: requestMethods, supports: [] }),
    getAddresses: connect,
    getAccounts: async (params) => (await actions.connect(params)).map(toEntry),
    wallet_connect: connect,
    async wallet_getAccount(params) {
      const addresses = await actions.accounts(params)
      if (addresses.length === 0) throw Object.assign(new Error('Access denied.'), { code: -32_002 })
      return { id: 'account-0', walletType: 'software', addresses: addresses.map(toEntry) }
    },
    wallet_getNetwork: async (params) => toNetwork(await actions.network(params)),
    async wallet_changeNetwork(params) {
      await actions.switchNetwork(String(params['name']).toLowerCase() as BitcoinNetworkName, params)
      return null
    },
    async wallet_disconnect(params) {
      await actions.disconnect(params)
      return null
    },
    async signMessage(params) {
      const { address, message, protocol } = params as { address: string; message: string; protocol?: string }
      const scheme = protocol && (protocol === 'ECDSA' ? 'ecdsa' : 'bip322')
      const request = { address, message: new TextEncoder().encode(message), scheme: scheme || undefined } as const
      const signature = actions.encode(await actions.signMessage(request, params), 'base64')
      return { signature, messageHash: '', address, protocol: protocol ?? 'BIP322' }
    },
    async signPsbt(params) {
      const { psbt, signInputs } = params as { psbt: string; signInputs?: Readonly<Record<string, readonly number[]>> }
      const inputs =
        signInputs && Object.entries(signInputs).flatMap(([address, list]) => list.map((index) => ({ address, index })))
      const signed = await actions.signPsbt({ psbt: base64.decode(psbt), inputs }, params)
      return { psbt: actions.encode(signed, 'base64') }
    },
    async sendTransfer(params) {
      const { recipients } = params as { recipients: readonly { address: string; amount: number }[] }
      const [first] = recipients
      const request = { to: first?.address ?? '', sats: BigInt(first?.amount ?? 0) }
      return { txid: await actions.sendTransfer(request, params) }
    },
  }

  return {
    async request(method: string, params: Params | null) {
      const answer = { jsonrpc: '2.0', id: String(Date.now()) }
      const run = Object.hasOwn(methods, method) ? methods[method as keyof typeof methods] : undefined
      if (!run) return { ...answer, error: { code: -32_601, message: `Method not found: ${method}` } }
      try {
        return { ...answer, result: await run(params ?? {}) }
      } catch (thrown) {
        return { ...answer, error: toError(thrown) }
      }
    },
    addListener(event: string, listener: (payload: unknown) => void) {
      const names = { accountChange: 'accounts', networkChange: 'network', disconnect: 'disconnect' } as const
      const name = Object.hasOwn(names, event) ? names[event as keyof typeof names] : undefined
      return name ? actions.on(name, () => listener({ type: event })) : () => undefined
    },
  }
}

function toEntry({ address, publicKey, purpose, type }: BitcoinAddress): object {
  return { address, publicKey, purpose, addressType: type, walletType: 'software' }
}

/** A rejection is -32000 here. Other thrown values are passed on as they are. */
function toError(thrown: unknown): unknown {
  const { code, message } = (thrown ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (code === undefined) return { code: -32_603, message: String(message ?? thrown) }
  return { code: code === 4_001 ? -32_000 : code, message }
}
