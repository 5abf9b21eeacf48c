import { VaultError } from '../frame/errors.js'
import type { CallVault } from '../frame/session/client.js'
import type { CustodyMethod, CustodyParams } from '../protocol/custody.js'
import { type LoginKind, type ProviderLooks, toLoginName } from '../protocol/login.js'
import { explainRefusal, type Refusal, readWords } from '../words/say.js'
import type { AccountWords } from './words/pageWords.js'

/** The texts of the account page and of the windows beside it, in the page's language. */
export const words = readWords<AccountWords>()

/** A login's name: that of its provider, or a word of the page's language. */
export function nameLogin(kind: LoginKind, looks?: ProviderLooks): string {
  return looks?.has(kind) || !Object.hasOwn(words.kinds, kind)
    ? toLoginName(kind, looks)
    : words.kinds[kind as keyof typeof words.kinds]
}

/** Wraps calls of the vault: their errors are in the page's language. */
export function createLocalCall(call: CallVault): CallVault {
  return async <method extends CustodyMethod>(method: method, params: CustodyParams<method>) => {
    try {
      return await call(method, params)
    } catch (cause) {
      if (!(cause instanceof VaultError)) throw cause
      const { code, retryAfter, now, factors } = cause
      throw new VaultError({ code, message: toRefusal(method, cause), retryAfter, now, factors }, { cause })
    }
  }
}

/** Returns the text for custody's refusal in the page's language. In English, that is custody's own message. */
export function toRefusal(method: CustodyMethod, refusal: Refusal): string {
  return explainRefusal(words, refusal, method)
}
