import type { ErrorCode } from '@latchkey/core'
import type { ReactNode } from 'react'
import { buttonTexts } from './messages/buttons.js'
import type { MessageKey, Messages, ShellKey } from './messages/keys.js'
import { shellTexts } from './messages/shell.js'

export type Params = { readonly [name: string]: string }

/** Returns a text in the user's language. */
export type Translate<key extends MessageKey = ShellKey> = (key: key, params?: Params) => string

/** Translates with the app's texts, else those of the language, else English. `own`: the texts of a feature. */
export function createTranslate<key extends MessageKey = ShellKey>(
  overrides: Partial<Messages> = {},
  own: Partial<Messages> & { readonly [name in key]?: string } = {},
): Translate<key | ShellKey> {
  const messages: Partial<Messages> = { ...buttonTexts, ...shellTexts, ...own, ...overrides }
  return (key, params = {}) =>
    (messages[key] ?? key).replace(/\{(\w+)\}/g, (text, name: string) => params[name] ?? text)
}

/** The text key of an error; a generic one if it has no text of its own. [S8.59] */
export function toErrorKey(code: ErrorCode): ShellKey {
  return isShellKey(code) ? code : 'unknownError'
}

/** Whether the shell has a text with this key, as it has for error codes that users may see. */
export function isShellKey(key: string): key is ShellKey {
  return Object.hasOwn(shellTexts, key)
}

/** Replaces the placeholders of a text with elements. */
export function fill(text: string, parts: { readonly [name: string]: ReactNode }): readonly ReactNode[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : <span key={part}>{parts[part]}</span>))
}
