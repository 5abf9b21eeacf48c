import type { ErrorCode } from '@latchkey/core'
import type { ShellKey } from './messages/keys.js'
import { waitingTexts } from './messages/shell.js'
import { toErrorKey } from './translate.js'

/** The text key of an error of a connected wallet: an unknown error is not a failed connection. [S8.59] */
export function toActErrorKey(code: ErrorCode): ShellKey {
  return code === 'CONNECTOR_FAILED' ? 'unknownError' : toErrorKey(code)
}

/** The text key of the help for an error. */
export function toHelpKey(code: ErrorCode): keyof typeof waitingTexts {
  const key = `${code}_help`
  return isHelpKey(key) ? key : 'retryHelp'
}

function isHelpKey(key: string): key is keyof typeof waitingTexts {
  return Object.hasOwn(waitingTexts, key)
}
