import type { CustodyErrorCode } from '../../protocol/custody.js'
import { type InvalidRequestCode, InvalidRequestError } from '../../signing/InvalidRequestError.js'
import { CustodyFault } from '../CustodyFault.js'

const codes: { readonly [code in InvalidRequestCode]: CustodyErrorCode } = {
  [-32602]: 'INVALID_PARAMS',
  4200: 'NOT_ALLOWED',
  5700: 'UNSUPPORTED_CAPABILITY',
  5710: 'UNSUPPORTED_CHAIN',
  5740: 'BUNDLE_TOO_LARGE',
  5760: 'NOT_ATOMIC',
}

/** Runs what reads a request; what it refuses is told to who asked. */
export function withFaults<result>(read: () => result): result {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof InvalidRequestError)) throw cause
    throw new CustodyFault(cause.message, { code: codes[cause.code], cause })
  }
}
