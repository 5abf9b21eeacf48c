import type { ErrorCode } from '@latchkey/core'
import type { ReactNode } from 'react'
import { buttonTexts } from './messages/buttons.js'
import type { MessageKey, Messages, ShellKey } from './messages/keys.js'
import { shellTexts } from './messages/shell.js'

export type Params = { readonly [name: string]: string }

/** Says a text in the visitor's language. */
export type Translate<key extends MessageKey = ShellKey> = (key: key, params?: Params) => string

/** English, with the app's own words over it. `own`: texts that came with a view, beside those of the shell. */
export function createTranslate<key extends MessageKey = ShellKey>(
  overrides: Partial<Messages> = {},
  own: Partial<Messages> & { readonly [name in key]?: string } = {},
): Translate<key | ShellKey> {
  const messages: Partial<Messages> = { ...buttonTexts, ...shellTexts, ...own, ...overrides }
  return (key, params = {}) =>
    (messages[key] ?? key).replace(/\{(\w+)\}/g, (text, name: string) => params[name] ?? text)
}

/** The text for an error: what happened. One for all that have no text of their own. [S8.59] */
export function toErrorKey(code: ErrorCode): ShellKey {
  return isShellKey(code) ? code : 'unknownError'
}

/** Whether the shell has a text of this name, as it has for the codes that visitors may meet. */
export function isShellKey(key: string): key is ShellKey {
  return Object.hasOwn(shellTexts, key)
}

/** Puts elements into a text at the places that the translation chose. */
export function fill(text: string, parts: { readonly [name: string]: ReactNode }): readonly ReactNode[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : <span key={part}>{parts[part]}</span>))
}
