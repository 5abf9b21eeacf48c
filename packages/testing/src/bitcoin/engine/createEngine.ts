import { createPrompter } from '../../evm/provider/createPrompter.js'
import type { LoggedRequest } from '../../evm/provider/loggedRequest.js'
import { createScriptRunner, type ScriptRunner } from '../../evm/script/createScriptRunner.js'
import { createCaller } from '../../scripted/createCaller.js'
import type { BitcoinAsk, BitcoinVerb } from './bitcoinAsk.js'
import type { BitcoinScript } from './bitcoinScript.js'

export type BitcoinCall = {
  readonly verb: BitcoinVerb
  /** As the site gave them. */
  readonly params: unknown
  /** Whether a user sees a prompt for it. */
  readonly prompts: boolean
  readonly run: (ask: (kind: BitcoinAsk['kind'], summary: string) => Promise<void>) => unknown
}

export type Engine = {
  /** One request of a site: the script first, then the verb itself. */
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
    call: ({ verb: method, params, prompts, run }) =>
      caller({
        method,
        params,
        prompts,
        handle: (ask) => run((kind, summary) => ask({ kind, method, params, summary, ...describe() })),
      }),
  }
}
