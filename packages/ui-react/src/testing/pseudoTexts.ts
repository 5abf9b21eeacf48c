import type { MessageKey, Messages } from '../i18n/messages/keys.js'
import { allTexts } from './allTexts.js'

/** A language in which every text stands in ⟦…⟧, so that what was not translated stands out. */
export const pseudoTexts: Messages = Object.fromEntries(
  Object.entries(allTexts).map(([key, text]) => [key, `⟦${text}⟧`]),
) as { [key in MessageKey]: string }
