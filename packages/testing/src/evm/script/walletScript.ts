/** What the wallet does with one request instead of what it should. */
export type MethodBehaviour =
  /** Approves without asking the user. */
  | { readonly kind: 'approve' }
  /** Refuses as its user would. Default 4001; CAIP-25 has 5000. */
  | { readonly kind: 'reject'; readonly code?: number | undefined }
  /** Never answers, until `wallet.release()`. */
  | { readonly kind: 'hang' }
  /** Throws this value, whatever it is. */
  | { readonly kind: 'throw'; readonly value: unknown }
  /** Answers with this value and does nothing. */
  | { readonly kind: 'reply'; readonly value: unknown }
  /** Takes that long, and then goes on as told, or as it should. */
  | { readonly kind: 'delay'; readonly ms: number; readonly next?: MethodBehaviour | undefined }
  /** Refuses with -32002 while a prompt is open, as wallets whose window was forgotten behind others. */
  | { readonly kind: 'pending' }

export type WalletScript = {
  /**
   * By method name; `'*'` is for all that are not named. One behaviour holds until `reset()`; a list is used up one
   * request at a time, and then the method is well again.
   */
  readonly methods?: Readonly<Record<string, MethodBehaviour | readonly MethodBehaviour[]>> | undefined
  /** Locks the wallet. `eth_requestAccounts` then waits for `unlock()`, or is refused with -32002. */
  readonly locked?: 'wait' | 'pending' | undefined
  /** Answers `wallet_revokePermissions`, keeps the permission, and emits the accounts once more. */
  readonly ignoreRevoke?: boolean | undefined
  /** Answers that it has switched chains, and stays where it is. */
  readonly lieAboutSwitch?: boolean | undefined
  /** Emits `accountsChanged` in the middle of every request. A number bounds the storm; `true` is 1000 events. */
  readonly emitStorm?: boolean | number | undefined
}
