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

/** Scripts differ by chain in their flags only. */
export type AnyScript = Pick<WalletScript, 'methods' | 'emitStorm'>

export type ScriptRunner<script extends AnyScript = WalletScript> = {
  readonly add: (script: script) => void
  readonly clear: () => void
  /** The scripted behaviour for the next request of this method. */
  readonly next: (method: string) => MethodBehaviour | undefined
  readonly flags: () => Omit<script, 'methods'>
  /** True as often as the storm has events left. */
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
