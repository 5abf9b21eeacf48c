import { assertSafeCall } from '../evm/assertSafeCall.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { entryPoint, safeModule } from './contracts.js'
import type { SmartCall } from './smartCall.js'

/**
 * Throws where a call would change who governs the account, or what it is: an account's own functions are how owners, modules,
 * guards and the fallback handler change, so that it calls none of them. [security.md §3.2]
 */
export function assertCalls(calls: readonly SmartCall[], account: string): void {
  for (const { to, data } of calls) {
    const isSelf = to === account || to === safeModule
    if (isSelf && data !== '0x')
      throw new InvalidRequestError('Changes of owners, modules or guards are not signed by this wallet', {
        code: 4200,
      })
    // deposits, stakes and nonces of the entry point are the bundler's business
    if (to === entryPoint)
      throw new InvalidRequestError('Calls of the entry point are not signed by this wallet', { code: 4200 })
    assertSafeCall(data)
  }
}
