import { createRpcError } from '../errors/createRpcError.js'
import type { MethodBehaviour } from '../script/walletScript.js'
import type { Emitter } from './createEmitter.js'
import type { AskRequest, Prompter } from './createPrompter.js'
import type { Eip1193Provider, RequestArguments } from './eip1193Provider.js'
import { findMethod } from './findMethod.js'
import type { LoggedRequest } from './loggedRequest.js'
import { rejected } from './rejected.js'
import type { WalletContext } from './walletMethod.js'

export type ProviderOptions = {
  readonly context: WalletContext
  readonly emitter: Emitter
  readonly prompter: Prompter
  readonly log: LoggedRequest[]
}

/** What a site talks to: the script first, then the method itself. */
export function createProvider({ context, emitter, prompter, log }: ProviderOptions): Eip1193Provider {
  const { script, state } = context

  /** `approved` and `shown` are what a behaviour has already settled with the user. */
  const run = async (args: RequestArguments, approved: boolean, shown: boolean): Promise<unknown> => {
    const { method, params } = args
    const ask = async (kind: AskRequest['kind'], summary: string): Promise<void> => {
      if (approved && !shown) await prompter.hold(Promise.resolve())
      if (approved || shown) return
      const account = state.accounts.selected()
      const request = { kind, method, params, account, chainId: state.chains.selected().id, summary }
      if (!(await prompter.ask(request))) throw rejected()
    }
    return findMethod(method).handle(context, { method, params, ask })
  }

  const behave = async (behaviour: MethodBehaviour | undefined, args: RequestArguments): Promise<unknown> => {
    const { prompts } = findMethod(args.method)
    switch (behaviour?.kind) {
      case 'reply':
        return behaviour.value
      case 'throw':
        return Promise.reject(behaviour.value)
      case 'reject':
        if (prompts) await prompter.hold(Promise.resolve())
        throw rejected(behaviour.code)
      case 'pending':
        if (prompter.isOpen()) throw createRpcError(-32_002, `Request of type '${args.method}' already pending.`)
        return run(args, false, false)
      case 'hang': {
        const released = script.untilReleased()
        await (prompts ? prompter.hold(released) : released)
        return run(args, false, prompts)
      }
      case 'delay':
        await new Promise((resolve) => setTimeout(resolve, behaviour.ms))
        return behave(behaviour.next, args)
      case 'approve':
        return run(args, true, false)
      default:
        return run(args, false, false)
    }
  }

  const request = async (args: RequestArguments): Promise<unknown> => {
    if (typeof args?.method !== 'string') throw createRpcError(-32_600, 'Expected an object with a method.')
    const { method, params } = args
    const index = log.push({ method, params, at: Date.now(), outcome: 'pending' }) - 1
    const settle = (outcome: 'answered' | 'refused', value: unknown): void => {
      const entry = log[index]
      if (entry) log[index] = { ...entry, outcome, value }
    }
    if (script.takeStormEvent()) emitter.emit('accountsChanged', [...state.granted()])
    try {
      const value = await behave(script.next(method), args)
      settle('answered', value)
      return value
    } catch (error) {
      settle('refused', error)
      throw error
    }
  }

  const provider: Eip1193Provider = {
    request,
    on: (event, listener) => {
      emitter.on(event, listener)
      return provider
    },
    removeListener: (event, listener) => {
      emitter.off(event, listener)
      return provider
    },
  }
  return provider
}
