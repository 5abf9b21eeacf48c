import { createCaller } from '../../scripted/createCaller.js'
import { createEmitter } from '../../scripted/createEmitter.js'
import { createPrompter } from '../../scripted/createPrompter.js'
import type { LoggedRequest } from '../../scripted/wallet.js'
import { createScriptRunner, type ScriptRunner } from '../../scripted/walletScript.js'
import type { BitcoinAsk, BitcoinScript, BitcoinVerb } from '../bitcoinWallet.js'
import type { BitcoinState } from '../state/createBitcoinState.js'
import type { BitcoinActions } from './bitcoinActions.js'

export type BitcoinCall = {
  readonly action: BitcoinVerb
  /** The site's original parameters. */
  readonly params: unknown
  /** Whether the action shows a prompt. */
  readonly prompts: boolean
  readonly run: (ask: (kind: BitcoinAsk['kind'], summary: string) => Promise<void>) => unknown
}

export type Engine = {
  /** Runs a site's request: the script first, then the action itself. */
  readonly call: (call: BitcoinCall) => Promise<unknown>
  readonly script: ScriptRunner<BitcoinScript>
  readonly log: readonly LoggedRequest[]
  readonly prompts: () => number
}

export type EngineOptions = {
  readonly ask: (request: BitcoinAsk) => boolean | Promise<boolean>
  readonly describe: () => Pick<BitcoinAsk, 'account' | 'network'>
}

export function createEngine({ ask: user, describe }: EngineOptions): Engine {
  const script = createScriptRunner<BitcoinScript>()
  const prompter = createPrompter<BitcoinAsk>(user)
  const log: LoggedRequest[] = []
  const caller = createCaller({ script, prompter, log })
  return {
    log,
    script,
    prompts: prompter.shown,
    call: ({ action: method, params, prompts, run }) =>
      caller({
        method,
        params,
        prompts,
        handle: (ask) => run((kind, summary) => ask({ kind, method, params, summary, ...describe() })),
      }),
  }
}

export type SiteEvents = {
  readonly on: BitcoinActions['on']
  /** Changes the state, and notifies sites of visible changes. */
  readonly update: (change: () => void) => void
  readonly count: () => number
}

export function createSiteEvents(state: BitcoinState): SiteEvents {
  const emitter = createEmitter()
  let count = 0
  const look = (): string | undefined => (state.isShown() ? state.keys()[0].address : undefined)
  return {
    count: () => count,
    on(event, listener) {
      let isOn = true
      count += 1
      emitter.on(event, listener)
      return () => {
        if (!isOn) return
        isOn = false
        count -= 1
        emitter.off(event, listener)
      }
    },
    update(change) {
      const [address, network] = [look(), state.network()]
      change()
      // a site without permission gets no events
      if (address === undefined) return
      if (look() === undefined) return emitter.emit('disconnect')
      if (state.network() !== network) emitter.emit('network')
      if (look() !== address) emitter.emit('accounts')
    },
  }
}
