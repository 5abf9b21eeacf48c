import { hex } from '@scure/base'
import type { BitcoinNetworkName } from '../bitcoinWallet.js'
import type { BitcoinActions } from '../engine/bitcoinActions.js'
import { placeAt, type Shape, type ShapeOptions } from './shape.js'

/** OKX: one object per network on `window.okxwallet`. Those of test networks can't return accounts without a prompt. */
export function createOkxShape({ actions }: ShapeOptions): Shape {
  const all = createInjectedProvider(actions, {
    accountsChanged: [
      'accounts',
      () =>
        actions
          .peek()
          .slice(0, 1)
          .map(({ address }) => address),
    ],
    disconnect: ['disconnect', () => undefined],
  })
  const connect = async (): Promise<object> => {
    const [payment] = await actions.connect()
    return { address: payment?.address, publicKey: payment?.publicKey, compressedPublicKey: payment?.publicKey }
  }
  const provider = {
    ...all,
    connect,
    getNetwork: async () => ((await actions.network()) === 'mainnet' ? 'livenet' : 'testnet'),
  }
  const createTestObject = (network: BitcoinNetworkName): object => {
    const { signMessage, signPsbt, on, removeListener } = all
    return {
      async connect() {
        if ((await actions.network()) !== network) await actions.switchNetwork(network)
        return connect()
      },
      signMessage,
      signPsbt,
      on,
      removeListener,
    }
  }
  const okxwallet = {
    bitcoin: provider,
    bitcoinTestnet: createTestObject('testnet'),
    bitcoinSignet: createTestObject('signet'),
  }
  return { provider, place: (page) => placeAt(page, 'okxwallet', okxwallet) }
}

type Chain = { readonly enum: string; readonly name: string; readonly network: 'livenet' | 'testnet' }

/** UniSat: `window.unisat`. */
export function createUnisatShape({ actions }: ShapeOptions): Shape {
  const toChain = (name: BitcoinNetworkName): Chain => ({
    enum: `BITCOIN_${name.toUpperCase()}`,
    name: `Bitcoin ${name}`,
    network: name === 'mainnet' ? 'livenet' : 'testnet',
  })
  const provider = {
    ...createInjectedProvider(actions, {
      accountsChanged: [
        'accounts',
        () =>
          actions
            .peek()
            .slice(0, 1)
            .map(({ address }) => address),
      ],
      networkChanged: ['network', () => toChain(actions.peekNetwork()).network],
      chainChanged: ['network', () => toChain(actions.peekNetwork())],
      disconnect: ['disconnect', () => undefined],
    }),
    getNetwork: async () => ((await actions.network()) === 'mainnet' ? 'livenet' : 'testnet'),
    getChain: async () => toChain(await actions.network()),
    async switchChain(chain: string) {
      const name = chain.replace(/^BITCOIN_/, '').toLowerCase() as BitcoinNetworkName
      await actions.switchNetwork(name, { chain })
      return toChain(name)
    },
  }
  return { provider, place: (page) => placeAt(page, 'unisat', provider) }
}

type Options = {
  readonly autoFinalized?: boolean
  readonly toSignInputs?: readonly {
    readonly index: number
    readonly address?: string
    readonly sighashTypes?: readonly number[]
  }[]
}

type Listener = (payload: unknown) => void

/** The common part of UniSat and OKX: one address, messages by scheme, PSBTs in hex, finalized by default. */
export type InjectedProvider = {
  readonly requestAccounts: () => Promise<readonly string[]>
  readonly getAccounts: () => Promise<readonly string[]>
  readonly getPublicKey: () => Promise<string>
  readonly signMessage: (message: string, type?: 'ecdsa' | 'bip322-simple') => Promise<unknown>
  readonly signPsbt: (psbt: string, options?: Options) => Promise<unknown>
  readonly sendBitcoin: (to: string, sats: number, options?: { readonly feeRate?: number }) => Promise<string>
  readonly disconnect: () => Promise<void>
  readonly on: (event: string, listener: Listener) => void
  readonly removeListener: (event: string, listener: Listener) => void
}

/** `payloads` defines the shape's events and their payloads. */
function createInjectedProvider(
  actions: BitcoinActions,
  payloads: { readonly [event: string]: readonly [on: 'accounts' | 'network' | 'disconnect', payload: () => unknown] },
): InjectedProvider {
  const stops = new Map<string, Map<Listener, () => void>>()
  const first = (addresses: readonly { readonly address: string }[]): readonly string[] =>
    addresses.slice(0, 1).map(({ address }) => address)

  return {
    requestAccounts: async () => first(await actions.connect()),
    getAccounts: async () => first(await actions.accounts()),
    getPublicKey: async () => actions.peek()[0]?.publicKey ?? '',
    async signMessage(message, type = 'ecdsa') {
      const scheme = type === 'ecdsa' ? 'ecdsa' : 'bip322'
      const request = { message: new TextEncoder().encode(message), scheme } as const
      return actions.encode(await actions.signMessage(request, { message, type }), 'base64')
    },
    async signPsbt(psbt, options = {}) {
      const { autoFinalized: finalize = true, toSignInputs: inputs } = options
      return actions.encode(
        await actions.signPsbt({ psbt: hex.decode(psbt), inputs, finalize }, { psbt, options }),
        'hex',
      )
    },
    sendBitcoin: (to, sats, options) =>
      actions.sendTransfer({ to, sats: BigInt(sats), feeRate: options?.feeRate }, { to, sats, options }),
    disconnect: () => actions.disconnect(),
    on(event, listener) {
      const found = Object.hasOwn(payloads, event) ? payloads[event] : undefined
      if (!found) return
      const [name, payload] = found
      const ofEvent = stops.get(event) ?? new Map<Listener, () => void>()
      stops.set(event, ofEvent)
      ofEvent.get(listener)?.()
      ofEvent.set(
        listener,
        actions.on(name, () => listener(payload())),
      )
    },
    removeListener(event, listener) {
      stops.get(event)?.get(listener)?.()
      stops.get(event)?.delete(listener)
    },
  }
}
