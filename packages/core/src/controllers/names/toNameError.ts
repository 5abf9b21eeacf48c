import { NameRefusedError } from '../../errors/services.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { NameError } from './state.js'

/** What to keep of a fault, with what the service says is wrong. */
export function toNameError(cause: unknown): NameError {
  const { code, shortMessage: message } = toLatchkeyError(cause)
  return { code, message, ...(cause instanceof NameRefusedError && { reasons: cause.reasons }) }
}
