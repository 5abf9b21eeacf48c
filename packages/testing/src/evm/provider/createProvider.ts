import { createCaller } from '../../scripted/createCaller.js'
import { createRpcError } from '../errors/createRpcError.js'
import type { Emitter } from './createEmitter.js'
import type { Prompter } from './createPrompter.js'
import type { Eip1193Provider, RequestArguments } from './eip1193Provider.js'
import { findMethod } from './findMethod.js'
import type { LoggedRequest } from './loggedRequest.js'
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
  const call = createCaller({ script, prompter, log })

  const request = async (args: RequestArguments): Promise<unknown> => {
    if (typeof args?.method !== 'string') throw createRpcError(-32_600, 'Expected an object with a method.')
    const { method, params } = args
    const { prompts, handle } = findMethod(method)
    if (script.takeStormEvent()) emitter.emit('accountsChanged', [...state.granted()])
    return call({
      method,
      params,
      prompts,
      handle: (ask) =>
        handle(context, {
          method,
          params,
          ask: (kind, summary) => {
            const account = state.accounts.selected()
            return ask({ kind, method, params, account, chainId: state.chains.selected().id, summary })
          },
        }),
    })
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
