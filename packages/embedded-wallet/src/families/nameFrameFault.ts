import type { LatchkeyError } from '@latchkey/core'
import { toLatchkeyError } from '@latchkey/core/plugin'

/** Codes that say more than that the frame failed. */
const telling: readonly unknown[] = [4001, 4100, 4200, 4902, -32602]

/** Those of EIP-5792. */
function isOfCalls(code: unknown): boolean {
  return typeof code === 'number' && code >= 5_700 && code <= 5_760
}

/** The named fault of what a frame answered: by its code where it gave a telling one, never by its words. */
export function nameFrameFault(thrown: unknown): LatchkeyError {
  const fault = toLatchkeyError(thrown)
  const code = fault.code === 'FRAME_FAILED' && 'rpcCode' in fault ? fault.rpcCode : undefined
  return telling.includes(code) || isOfCalls(code)
    ? toLatchkeyError({ code, message: fault.shortMessage, cause: fault })
    : fault
}
