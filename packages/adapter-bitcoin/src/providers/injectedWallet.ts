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
