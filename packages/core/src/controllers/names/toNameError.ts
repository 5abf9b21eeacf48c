import { nameFault } from '../../errors/nameFault.js'
import { NameRefusedError } from '../../errors/services.js'
import type { NameError } from './state.js'

/** What to keep of a fault, with what the service says is wrong. Never rejects. */
export async function toNameError(cause: unknown): Promise<NameError> {
  const { code, shortMessage: message } = await nameFault(cause)
  return { code, message, ...(cause instanceof NameRefusedError && { reasons: cause.reasons }) }
}
