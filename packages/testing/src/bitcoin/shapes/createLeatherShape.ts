import { hex } from '@scure/base'
import type { BitcoinActions } from '../engine/bitcoinActions.js'
import { addToRegistry, placeAt, type Shape, type ShapeOptions } from './shape.js'

type Params = Readonly<Record<string, unknown>>

/** Leather: two addresses, no permissions, no events. Errors are thrown inside `{ error }`. */
export function createLeatherShape({ actions, name, icon }: ShapeOptions): Shape {
  const methods: { readonly [name: string]: (params: Params) => Promise<object> } = {
    getAddresses: (params) => getAddresses(actions, params),
    async signMessage(params) {
      const { message, paymentType = 'p2wpkh' } = params as { message: string; paymentType?: string }
      const address = actions.peek().find(({ type }) => type === paymentType)?.address
      const request = { address, message: new TextEncoder().encode(message), scheme: 'bip322' } as const
      return { signature: actions.encode(await actions.signMessage(request, params), 'base64'), address, message }
    },
    async signPsbt(params) {
      const { hex: psbt, signAtIndex } = params as { hex: string; signAtIndex?: number | readonly number[] }
      const indexes = signAtIndex === undefined ? undefined : [signAtIndex].flat()
      const inputs = indexes?.map((index) => ({ index: index as number }))
      return { hex: actions.encode(await actions.signPsbt({ psbt: hex.decode(psbt), inputs }, params), 'hex') }
    },
    async sendTransfer(params) {
      const { recipients } = params as { recipients: readonly { address: string; amount: string }[] }
      const [first] = recipients
      return {
        txid: await actions.sendTransfer({ to: first?.address ?? '', sats: BigInt(first?.amount ?? 0) }, params),
      }
    },
  }
  const provider = {
    async request(method: string, params?: Params) {
      const answer = { jsonrpc: '2.0', id: String(Date.now()) }
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      try {
        if (!run) throw Object.assign(new Error('Method not found'), { code: -32_601 })
        return { ...answer, result: await run(params ?? {}) }
      } catch (error) {
        // the thrown value is not an Error, as it was sent through a message
        throw toThrown(answer, error)
      }
    },
  }
  return {
    provider,
    place(page, registry) {
      const stops = [placeAt(page, 'LeatherProvider', provider)]
      if (registry)
        stops.push(addToRegistry(page, { id: 'LeatherProvider', name, icon, methods: Object.keys(methods) }))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Always shows a prompt, even if the site is connected. */
async function getAddresses(actions: BitcoinActions, params: Params): Promise<object> {
  await actions.disconnect(params)
  const addresses = await actions.connect(params)
  return {
    addresses: [
      ...addresses.map(({ address, publicKey, type, path }) => ({
        symbol: 'BTC',
        type,
        address,
        publicKey,
        derivationPath: path,
      })),
      { symbol: 'STX', address: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', publicKey: '' },
    ],
  }
}

function toThrown(answer: object, error: unknown): Error {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return { ...answer, error: { code, message } } as unknown as Error
}
