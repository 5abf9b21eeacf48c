import type { ComponentType } from 'react'
import type { MessageKey } from '../i18n/messages/en.js'
import { useTexts } from '../i18n/useTexts.js'

/** The `Title` of a view from a text that comes with it. */
export function createTitle<key extends MessageKey>(
  texts: { readonly [name in key]: string },
  name: key,
): ComponentType {
  // biome-ignore lint/correctness/noComponentHookFactories: made once, when the module of its view loads
  return function Title() {
    return useTexts(texts)(name)
  }
}
