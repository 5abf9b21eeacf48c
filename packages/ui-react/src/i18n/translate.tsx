import type { ErrorCode } from '@latchkey/core'
import type { ReactNode } from 'react'
import { toDirection, toFormatLocale } from './locale.js'
import { buttonTexts } from './messages/buttons.js'
import type { MessageKey, Messages, PluralText, ShellKey } from './messages/keys.js'
import { shellTexts } from './messages/shell.js'

/** Parameters of a text by name. Numbers are formatted; the first one selects the plural form. */
export type Params = { readonly [name: string]: string | number }

/** Returns a text in the user's language. */
export type Translate<key extends MessageKey = ShellKey> = (key: key, params?: Params) => string

/**
 * Translates with the app's texts, else those of the language, else English. `own`: the texts of a feature. `locale`: the language
 * of the modal, for plurals, numbers and the writing direction.
 */
export function createTranslate<key extends MessageKey = ShellKey>(
  overrides: Partial<Messages> = {},
  own: Partial<Messages> & { readonly [name in key]?: string | PluralText } = {},
  locale = 'en',
): Translate<key | ShellKey> {
  const messages: Partial<Messages> = { ...buttonTexts, ...shellTexts, ...own, ...overrides }
  const isRightToLeft = toDirection(locale) === 'rtl'
  const toPart = (value: string | number): string => {
    const part = typeof value === 'number' ? new Intl.NumberFormat(toFormatLocale(locale)).format(value) : value
    // isolates names, addresses and amounts, so that they don't change the order of the words around them
    return isRightToLeft ? `\u2068${part}\u2069` : part
  }
  return (key, params = {}) => {
    const message: string | PluralText = messages[key] ?? key
    const text = typeof message === 'string' ? message : toPluralForm(message, params, locale)
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = params[name]
      return value === undefined ? placeholder : toPart(value)
    })
  }
}

/** The form of a text for the first number among the parameters. */
function toPluralForm(forms: PluralText, params: Params, locale: string): string {
  const count = Object.values(params).find((value) => typeof value === 'number')
  return (count !== undefined && forms[new Intl.PluralRules(locale).select(count)]) || forms.other
}

/** The text key of an error; a generic one if it has no text of its own. [S8.59] */
export function toErrorKey(code: ErrorCode): ShellKey {
  return isShellKey(code) ? code : 'unknownError'
}

/** Whether the shell has a text with this key, as it has for error codes that users may see. */
export function isShellKey(key: string): key is ShellKey {
  return Object.hasOwn(shellTexts, key)
}

/** Replaces the placeholders of a text with elements, each isolated from the writing direction of the text around it. */
export function fill(text: string, parts: { readonly [name: string]: ReactNode }): readonly ReactNode[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : <bdi key={part}>{parts[part]}</bdi>))
}
