import type { Messages } from '../i18n/messages/keys.js'
import { allTexts } from './allTexts.js'

const wrap = (text: string): string => `⟦${text}⟧`

/** A pseudo language with every text in ⟦…⟧, so that untranslated texts stand out. */
export const pseudoTexts: Messages = Object.fromEntries(
  Object.entries(allTexts).map(([key, text]) => [
    key,
    typeof text === 'string'
      ? wrap(text)
      : Object.fromEntries(Object.entries(text).map(([category, form]) => [category, wrap(form)])),
  ]),
) as Messages
