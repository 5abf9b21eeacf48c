import type { MethodBehaviour, WalletScript } from './walletScript.js'

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
