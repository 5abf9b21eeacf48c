import { hex } from '@scure/base'
import type { BitcoinVerbs } from '../engine/bitcoinVerbs.js'

type Options = {
  readonly autoFinalized?: boolean
  readonly toSignInputs?: readonly {
    readonly index: number
    readonly address?: string
    readonly sighashTypes?: readonly number[]
  }[]
}
type Listener = (payload: unknown) => void

/** What Unisat and OKX have in common: one address, messages by scheme, PSBTs in hex, finalised unless told. */
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

/** `payloads` are the events of the shape, with what each brings. */
export function createInjectedProvider(
  verbs: BitcoinVerbs,
  payloads: { readonly [event: string]: readonly [on: 'accounts' | 'network' | 'disconnect', payload: () => unknown] },
): InjectedProvider {
  const stops = new Map<string, Map<Listener, () => void>>()
  const first = (addresses: readonly { readonly address: string }[]): readonly string[] =>
    addresses.slice(0, 1).map(({ address }) => address)

  return {
    requestAccounts: async () => first(await verbs.connect()),
    getAccounts: async () => first(await verbs.accounts()),
    getPublicKey: async () => verbs.peek()[0]?.publicKey ?? '',
    async signMessage(message, type = 'ecdsa') {
      const scheme = type === 'ecdsa' ? 'ecdsa' : 'bip322'
      const request = { message: new TextEncoder().encode(message), scheme } as const
      return verbs.encode(await verbs.signMessage(request, { message, type }), 'base64')
    },
    async signPsbt(psbt, options = {}) {
      const { autoFinalized: finalize = true, toSignInputs: inputs } = options
      return verbs.encode(await verbs.signPsbt({ psbt: hex.decode(psbt), inputs, finalize }, { psbt, options }), 'hex')
    },
    sendBitcoin: (to, sats, options) =>
      verbs.sendTransfer({ to, sats: BigInt(sats), feeRate: options?.feeRate }, { to, sats, options }),
    disconnect: () => verbs.disconnect(),
    on(event, listener) {
      const found = Object.hasOwn(payloads, event) ? payloads[event] : undefined
      if (!found) return
      const [name, payload] = found
      const ofEvent = stops.get(event) ?? new Map<Listener, () => void>()
      stops.set(event, ofEvent)
      ofEvent.get(listener)?.()
      ofEvent.set(
        listener,
        verbs.on(name, () => listener(payload())),
      )
    },
    removeListener(event, listener) {
      stops.get(event)?.get(listener)?.()
      stops.get(event)?.delete(listener)
    },
  }
}
