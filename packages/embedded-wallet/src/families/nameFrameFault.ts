import type { LatchkeyError } from '@latchkey/core'
import { getRpcCode, toLatchkeyError } from '@latchkey/core/plugin'

/** Codes that say more than that the frame failed. */
const telling: readonly (number | undefined)[] = [4001, 4100, 4200, 4902, -32602]

/** The named fault of what a frame answered: by its code where it gave a telling one, never by its words. */
export function nameFrameFault(thrown: unknown): LatchkeyError {
  const fault = toLatchkeyError(thrown)
  return fault.code === 'FRAME_FAILED' && telling.includes(getRpcCode(fault.cause))
    ? toLatchkeyError(fault.cause)
    : fault
}
