import { isLatchkeyError } from '@latchkey/core'

const codes = ['METHOD_NOT_FOUND', 'METHOD_NOT_SUPPORTED', 'UNSUPPORTED_METHOD', 'UNAUTHORIZED']

/** Wallets without permissions to revoke, and those where there are none left, have let go as far as they can. */
export function isNothingToRevoke(cause: unknown): boolean {
  return isLatchkeyError(cause) && codes.includes(cause.code)
}
