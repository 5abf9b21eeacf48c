import { invalidParams } from '../invalidParams.js'

/** The message for wallets that sign texts only. Throws `INVALID_PARAMS` for bytes that are no UTF-8. */
export function toText(message: Uint8Array): string {
  try {
    // a byte order mark is part of what is signed
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw invalidParams('This wallet signs texts only: message is no UTF-8.', cause)
  }
}
