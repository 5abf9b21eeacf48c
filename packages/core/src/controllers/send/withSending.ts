import { nameFault } from '../../errors/nameFault.js'
import { loadSending } from './loadSending.js'
import type { SendingParts } from './sendingParts.js'
import type { SendFault } from './state.js'

/** Does what is loaded later; what it throws, and that it cannot be loaded, goes to `fail`. Never rejects. */
export async function withSending(
  run: (parts: SendingParts) => Promise<void>,
  fail: (error: SendFault) => void,
): Promise<void> {
  try {
    await run(await loadSending())
  } catch (cause) {
    const { code, shortMessage: message } = await nameFault(cause)
    fail({ code, message })
  }
}
