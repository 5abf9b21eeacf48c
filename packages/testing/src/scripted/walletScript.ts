/** The wallet's behavior for a request instead of handling it. */
export type MethodBehaviour =
  /** Approves without a prompt. */
  | { readonly kind: 'approve' }
  /** Rejects as the user would. Default: 4001; CAIP-25 has 5000. */
  | { readonly kind: 'reject'; readonly code?: number | undefined }
  /** Never responds, until `wallet.release()`. */
  | { readonly kind: 'hang' }
  /** Throws this value. */
  | { readonly kind: 'throw'; readonly value: unknown }
  /** Replies with this value and does nothing. */
  | { readonly kind: 'reply'; readonly value: unknown }
  /** Waits, then continues with `next`, or handles the request. */
  | { readonly kind: 'delay'; readonly ms: number; readonly next?: MethodBehaviour | undefined }
  /** Rejects with -32002 while a prompt is open, like wallets whose window is hidden behind others. */
  | { readonly kind: 'pending' }

export type WalletScript = {
  /**
   * By method name; `'*'` is for all others. A single behavior lasts until `reset()`. A list is used up one request at a time,
   * then the method works again.
   */
  readonly methods?: Readonly<Record<string, MethodBehaviour | readonly MethodBehaviour[]>> | undefined
  /** Locks the wallet. `eth_requestAccounts` then waits for `unlock()`, or is rejected with -32002. */
  readonly locked?: 'wait' | 'pending' | undefined
  /** Replies to `wallet_revokePermissions`, keeps the permission, and emits the accounts again. */
  readonly ignoreRevoke?: boolean | undefined
  /** Reports a chain switch, and stays on the old chain. */
  readonly lieAboutSwitch?: boolean | undefined
  /** Emits `accountsChanged` during every request. A number limits the events; `true` is 1000. */
  readonly emitStorm?: boolean | number | undefined
}

/** The common part of all scripts: they differ by namespace in their flags only. */
export type AnyScript = Pick<WalletScript, 'methods' | 'emitStorm'>

export type ScriptRunner<script extends AnyScript = WalletScript> = {
  readonly add: (script: script) => void
  readonly clear: () => void
  /** The scripted behavior for the next request of this method. */
  readonly next: (method: string) => MethodBehaviour | undefined
  readonly flags: () => Omit<script, 'methods'>
  /** True as long as the storm has events left. */
  readonly takeStormEvent: () => boolean
  readonly untilReleased: () => Promise<void>
  readonly release: () => void
}

export function createScriptRunner<script extends AnyScript = WalletScript>(): ScriptRunner<script> {
  let methods = new Map<string, MethodBehaviour | MethodBehaviour[]>()
  const none = {} as Omit<script, 'methods'>
  let flags = none
  let stormEvents = 0
  let waiting: (() => void)[] = []
  return {
    add: ({ methods: added = {}, ...flagsAdded }) => {
      for (const [method, behaviour] of Object.entries(added)) {
        methods.set(method, isList(behaviour) ? [...behaviour] : behaviour)
      }
      flags = { ...flags, ...flagsAdded }
      if (flagsAdded.emitStorm !== undefined) {
        stormEvents = flagsAdded.emitStorm === true ? 1_000 : Number(flagsAdded.emitStorm)
      }
    },
    clear: () => {
      methods = new Map()
      flags = none
      stormEvents = 0
    },
    next: (method) => {
      const behaviour = methods.get(method) ?? methods.get('*')
      return Array.isArray(behaviour) ? behaviour.shift() : behaviour
    },
    flags: () => flags,
    takeStormEvent: () => stormEvents > 0 && stormEvents-- > 0,
    untilReleased: () => new Promise((resolve) => waiting.push(resolve)),
    release: () => {
      const released = waiting
      waiting = []
      for (const resolve of released) resolve()
    },
  }
}

function isList(value: MethodBehaviour | readonly MethodBehaviour[]): value is readonly MethodBehaviour[] {
  return Array.isArray(value)
}
