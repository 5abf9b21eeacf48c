import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { SendFault } from './state.js'

/** Runs a lookup and passes what it throws to `fail`. Never rejects. */
export async function withSending(run: () => Promise<void>, fail: (error: SendFault) => void): Promise<void> {
  try {
    await run()
  } catch (cause) {
    const { code, shortMessage: message } = toLatchkeyError(cause)
    fail({ code, message })
  }
}
