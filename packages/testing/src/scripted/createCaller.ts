import type { Prompter } from './createPrompter.js'
import { createRejection, createRpcError } from './rpc.js'
import type { LoggedRequest } from './wallet.js'
import type { AnyScript, MethodBehaviour, ScriptRunner } from './walletScript.js'

export type CallerOptions<request> = {
  readonly script: Pick<ScriptRunner<AnyScript>, 'next' | 'untilReleased'>
  readonly prompter: Prompter<request>
  readonly log: LoggedRequest[]
}

/** One call to a wallet, and the wallet's handler. */
export type ScriptedCall<request> = {
  readonly method: string
  readonly params: unknown
  /** Whether the call shows a prompt. */
  readonly prompts: boolean
  /** `ask` prompts the user, and throws 4001 on a rejection. */
  readonly handle: (ask: (request: request) => Promise<void>) => unknown
}

export type Caller<request> = (call: ScriptedCall<request>) => Promise<unknown>

/** Handles the calls of a site: the script first, then the method itself. Logs each call. */
export function createCaller<request>({ script, prompter, log }: CallerOptions<request>): Caller<request> {
  /** `approved` and `shown`: whether a scripted behavior has already approved the request, or shown its prompt. */
  const run = async (call: ScriptedCall<request>, approved: boolean, shown: boolean): Promise<unknown> =>
    call.handle(async (request) => {
      if (approved && !shown) await prompter.hold(Promise.resolve())
      if (approved || shown) return
      if (!(await prompter.ask(request))) throw createRejection()
    })

  const behave = async (behaviour: MethodBehaviour | undefined, call: ScriptedCall<request>): Promise<unknown> => {
    const { method, prompts } = call
    switch (behaviour?.kind) {
      case 'reply':
        return behaviour.value
      case 'throw':
        return Promise.reject(behaviour.value)
      case 'reject':
        if (prompts) await prompter.hold(Promise.resolve())
        throw createRejection(behaviour.code)
      case 'pending':
        if (prompter.isOpen()) throw createRpcError(-32_002, `Request of type '${method}' already pending.`)
        return run(call, false, false)
      case 'hang': {
        const released = script.untilReleased()
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

  return async (call) => {
    const { method, params } = call
    const index = log.push({ method, params, at: Date.now(), outcome: 'pending' }) - 1
    const settle = (outcome: 'answered' | 'refused', value: unknown): void => {
      const entry = log[index]
      if (entry) log[index] = { ...entry, outcome, value }
    }
    try {
      const value = await behave(script.next(method), call)
      settle('answered', value)
      return value
    } catch (error) {
      settle('refused', error)
      throw error
    }
  }
}
