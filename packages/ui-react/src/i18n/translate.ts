import type { ErrorCode } from '@latchkey/core'
import { buttonTexts } from './messages/buttons.js'
import { en, type MessageKey, type Messages } from './messages/en.js'

export type Params = { readonly [name: string]: string }

/** Says a text in the visitor's language. */
export type Translate = (key: MessageKey, params?: Params) => string

/** English, with the app's own words over it. */
export function createTranslate(overrides: Partial<Messages> = {}): Translate {
  const messages: Messages = { ...buttonTexts, ...en, ...overrides }
  return (key, params = {}) => messages[key].replace(/\{(\w+)\}/g, (text, name: string) => params[name] ?? text)
}

/** The texts for an error: what happened, and what to do. */
export function toErrorKeys(code: ErrorCode): { readonly title: MessageKey; readonly help: MessageKey } {
  const help = `${code}_help`
  return { title: isMessageKey(code) ? code : 'CONNECTOR_FAILED', help: isMessageKey(help) ? help : 'nothingChanged' }
}

/** Whether there is a text of this name, as there is for the codes that visitors may meet. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(en, key)
}
