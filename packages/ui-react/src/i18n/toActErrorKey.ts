import type { ErrorCode } from '@latchkey/core'
import type { ShellKey } from './messages/en.js'
import { toErrorKey } from './translate.js'

/** The text for an error of something that a connected wallet was to do: a fault without a name is no failed connection. [S8.59] */
export function toActErrorKey(code: ErrorCode): ShellKey {
  return code === 'CONNECTOR_FAILED' ? 'unknownError' : toErrorKey(code)
}
