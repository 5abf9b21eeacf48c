import { createCaller } from '../../scripted/createCaller.js'
import type { Emitter } from '../../scripted/createEmitter.js'
import type { Prompter } from '../../scripted/createPrompter.js'
import { createRpcError } from '../../scripted/rpc.js'
import type { LoggedRequest } from '../../scripted/wallet.js'
import type { AskRequest, Eip1193Provider, RequestArguments } from '../evmWallet.js'
import { findMethod } from './findMethod.js'
import type { WalletContext } from './walletMethod.js'

export type ProviderOptions = {
  readonly context: WalletContext
  readonly emitter: Emitter
  readonly prompter: Prompter<AskRequest>
  readonly log: LoggedRequest[]
}

/** Creates the provider for sites: the script first, then the method itself. */
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
