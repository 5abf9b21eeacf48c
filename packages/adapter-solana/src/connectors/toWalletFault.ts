import { isLatchkeyError, isRecord, type LatchkeyError } from '@latchkey/core'
import { RpcError, toLatchkeyError } from '@latchkey/core/plugin'

/** `USER__REQUEST_REJECTED` of `@wallet-standard/errors`, which keeps it under `context.__code`. */
const requestRejected = 4_001_000

/** The named fault of whatever a wallet throws: by codes alone, never by words, as these are translated. */
export function toWalletFault(thrown: unknown): LatchkeyError {
  if (!isLatchkeyError(thrown) && readStandardCode(thrown) === requestRejected)
    return new RpcError(4001, 'USER_REJECTED', { cause: thrown })
  return toLatchkeyError(thrown)
}

function readStandardCode(thrown: unknown): unknown {
  try {
    const context = isRecord(thrown) ? thrown['context'] : undefined
    return isRecord(context) ? context['__code'] : undefined
  } catch {
    return undefined // a getter of a foreign object
  }
}
