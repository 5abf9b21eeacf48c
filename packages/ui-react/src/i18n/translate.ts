import type { ErrorCode } from '@latchkey/core'
import { buttonTexts } from './messages/buttons.js'
import { en, type MessageKey, type Messages, type ShellKey } from './messages/en.js'

export type Params = { readonly [name: string]: string }

/** Says a text in the visitor's language. */
export type Translate<key extends MessageKey = ShellKey> = (key: key, params?: Params) => string

/** English, with the app's own words over it. `own`: texts that came with a view, beside those of the shell. */
export function createTranslate<key extends MessageKey = ShellKey>(
  overrides: Partial<Messages> = {},
  own: Partial<Messages> & { readonly [name in key]?: string } = {},
): Translate<key | ShellKey> {
  const messages: Partial<Messages> = { ...buttonTexts, ...en, ...own, ...overrides }
  return (key, params = {}) =>
    (messages[key] ?? key).replace(/\{(\w+)\}/g, (text, name: string) => params[name] ?? text)
}

/** The text for an error: what happened. One for all that have no text of their own. [S8.59] */
export function toErrorKey(code: ErrorCode): ShellKey {
  return isShellKey(code) ? code : 'unknownError'
}

/** Whether the shell has a text of this name, as it has for the codes that visitors may meet. */
export function isShellKey(key: string): key is ShellKey {
  return Object.hasOwn(en, key)
}
