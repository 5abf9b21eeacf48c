import { hex } from '@scure/base'
import { toList, toText } from '../encoding.js'
import type { BitcoinProvider, Shown } from './provider.js'

/** What Unisat and OKX have in common. */
export type InjectedWallet = {
  requestAccounts?(): Promise<unknown>
  getAccounts?(): Promise<unknown>
  getPublicKey?(): Promise<unknown>
  disconnect?(): Promise<unknown>
  signMessage(message: string, type: 'ecdsa' | 'bip322-simple'): Promise<unknown>
  signPsbt(psbt: string, options: unknown): Promise<unknown>
  sendBitcoin?(to: string, sats: number, options?: { readonly feeRate: number }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
}

/** The verbs that Unisat and OKX share: one address, texts by scheme, PSBTs in hex. */
export function createInjectedActions(
  getWallet: () => InjectedWallet,
): Pick<BitcoinProvider, 'signMessage' | 'signPsbt' | 'transfer'> {
  return {
    signMessage: async ({ message, scheme }) => ({
      signature: await getWallet().signMessage(toText(message), scheme === 'ecdsa' ? 'ecdsa' : 'bip322-simple'),
    }),
    signPsbt({ psbt, inputs }) {
      const toSignInputs = inputs.map(({ index, address, sighashTypes }) => ({
        index,
        address,
        ...(sighashTypes && { sighashTypes: [...sighashTypes] }),
      }))
      return getWallet().signPsbt(hex.encode(psbt), { autoFinalized: false, toSignInputs })
    },
    transfer: {
      takesFeeRate: true,
      send: async ({ to, sats, feeRate }) =>
        getWallet().sendBitcoin?.(to, sats, ...(feeRate === undefined ? [] : [{ feeRate }])),
    },
  }
}

/** The accounts of a wallet that has one at a time, with its key. */
export async function readAccounts(wallet: InjectedWallet, addresses: unknown): Promise<Shown['accounts']> {
  const [address] = toList(addresses)
  if (address === undefined) return []
  let publicKey: unknown
  try {
    publicKey = await wallet.getPublicKey?.()
  } catch {
    // an address without its key still connects, signs and pays
  }
  return [{ address, publicKey }]
}

/** Listens to a foreign emitter. Returns its undoing. */
export function listenTo(
  wallet: InjectedWallet,
  listeners: { readonly [event: string]: (payload: unknown) => void },
): () => void {
  for (const [event, listener] of Object.entries(listeners)) wallet.on?.(event, listener)
  return () => {
    for (const [event, listener] of Object.entries(listeners)) wallet.removeListener?.(event, listener)
  }
}
