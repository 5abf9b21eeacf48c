import { createRpcError } from '../../evm/errors/createRpcError.js'
import type { LoggedRequest } from '../../evm/provider/loggedRequest.js'
import { rejected } from '../../evm/provider/rejected.js'
import { createScriptRunner } from '../../evm/script/createScriptRunner.js'
import type { MethodBehaviour, WalletScript } from '../../evm/script/walletScript.js'
import type { BitcoinAsk, BitcoinVerb } from './bitcoinAsk.js'
import type { BitcoinScript } from './bitcoinScript.js'
import type { BitcoinPrompter } from './createBitcoinPrompter.js'

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
  readonly add: (script: BitcoinScript) => void
  readonly clear: () => void
  readonly release: () => void
  readonly flags: () => Omit<BitcoinScript, 'methods'>
  readonly log: readonly LoggedRequest[]
}

export type EngineOptions = {
  readonly prompter: BitcoinPrompter
  readonly describe: () => Pick<BitcoinAsk, 'address' | 'network'>
}

export function createEngine({ prompter, describe }: EngineOptions): Engine {
  const runner = createScriptRunner()
  const log: LoggedRequest[] = []
  let flags: Omit<BitcoinScript, 'methods'> = {}

  const run = async (call: BitcoinCall, approved: boolean, shown: boolean): Promise<unknown> =>
    call.run(async (kind, summary) => {
      if (approved && !shown) await prompter.hold(Promise.resolve())
      if (approved || shown) return
      const request = { kind, method: call.verb, params: call.params, summary, ...describe() }
      if (!(await prompter.ask(request))) throw rejected()
    })

  const behave = async (behaviour: MethodBehaviour | undefined, call: BitcoinCall): Promise<unknown> => {
    const { prompts } = call
    switch (behaviour?.kind) {
      case 'reply':
        return behaviour.value
      case 'throw':
        return Promise.reject(behaviour.value)
      case 'reject':
        if (prompts) await prompter.hold(Promise.resolve())
        throw rejected(behaviour.code)
      case 'pending':
        if (prompter.isOpen()) throw createRpcError(-32_002, 'A request is pending already.')
        return run(call, false, false)
      case 'hang': {
        const released = runner.untilReleased()
        await (prompts ? prompter.hold(released) : released)
        return run(call, false, prompts)
      }
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, behaviour.ms))
        return behave(behaviour.next, call)
      case 'approve':
        return run(call, true, false)
      default:
        return run(call, false, false)
    }
  }

  return {
    log,
    flags: () => flags,
    add({ methods, ...added }) {
      runner.add({ methods: methods as NonNullable<WalletScript['methods']> })
      flags = { ...flags, ...added }
    },
    clear() {
      runner.clear()
      flags = {}
    },
    release: runner.release,
    async call(call) {
      const { verb: method, params } = call
      const index = log.push({ method, params, at: Date.now(), outcome: 'pending' }) - 1
      const settle = (outcome: 'answered' | 'refused', value: unknown): void => {
        const entry = log[index]
        if (entry) log[index] = { ...entry, outcome, value }
      }
      try {
        const value = await behave(runner.next(method), call)
        settle('answered', value)
        return value
      } catch (error) {
        settle('refused', error)
        throw error
      }
    },
  }
}
