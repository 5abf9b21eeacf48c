import { hex } from '@scure/base'
import { toList, toText } from '../encoding.js'
import type { BitcoinProvider, WalletState } from './provider.js'

/** The methods that UniSat and OKX have in common. */
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

/** The actions that UniSat and OKX share: messages by scheme, PSBTs in hex, from one address. */
export function createInjectedActions(
  getWallet: () => InjectedWallet,
): Pick<BitcoinProvider, 'signMessage' | 'signPsbt'> {
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
  }
}

/** The payments of a wallet; undefined if it only signs. */
export function toTransfer(wallet: InjectedWallet): BitcoinProvider['transfer'] {
  if (!wallet.sendBitcoin) return undefined
  return {
    takesFeeRate: true,
    send: async ({ to, sats, feeRate }) =>
      wallet.sendBitcoin?.(to, sats, ...(feeRate === undefined ? [] : [{ feeRate }])),
  }
}

/** The account of a wallet that has one at a time, with its public key. */
export async function readAccounts(wallet: InjectedWallet, addresses: unknown): Promise<WalletState['accounts']> {
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

/** Listens to a wallet's events. Returns a function that stops listening. */
export function listenTo(
  wallet: InjectedWallet,
  listeners: { readonly [event: string]: (payload: unknown) => void },
): () => void {
  for (const [event, listener] of Object.entries(listeners)) wallet.on?.(event, listener)
  return () => {
    for (const [event, listener] of Object.entries(listeners)) wallet.removeListener?.(event, listener)
  }
}
