import { catalogues } from '../../account/words/catalogues.js'
import { type AccountWords, toFactorWords } from '../../account/words/pageWords.js'
import { ar } from '../../frame/words/ar.js'
import { de } from '../../frame/words/de.js'
import { en } from '../../frame/words/en.js'
import { es } from '../../frame/words/es.js'
import { fr } from '../../frame/words/fr.js'
import type { FrameTranslation, FrameWords } from '../../frame/words/frameWords.js'
import { ja } from '../../frame/words/ja.js'
import { ptBR } from '../../frame/words/pt-BR.js'
import { zhHans } from '../../frame/words/zh-Hans.js'
import type { Language } from '../../protocol/notice.js'
import type { PageTexts } from '../../words/say.js'

/** The texts of the frame and of the approval window, by language, without those that are shared with the account page. */
export const frameCatalogues: Readonly<Record<Language, FrameTranslation | typeof en>> = {
  en,
  ar,
  de,
  es,
  fr,
  ja,
  'pt-BR': ptBR,
  'zh-Hans': zhHans,
}

/** Returns the texts of a language's script for the account page and its windows. */
export function toAccountTexts(language: Language): PageTexts<AccountWords> {
  return { language, words: catalogues[language] as AccountWords }
}

/** Returns the texts of a language's script for the frame and the approval window. */
export function toFrameTexts(language: Language): PageTexts<FrameWords> {
  const own = frameCatalogues[language]
  const account = catalogues[language] as AccountWords
  const { common, errors, factor, login, logins, seal, unlock, refusals } = account
  const words = {
    ...own,
    shared: {
      cancel: common.cancel,
      continue: common.continue,
      checkAgain: common.checkAgain,
      email: common.email,
      sendCode: logins.sendCode,
      enterCode: login.codeTitle,
      sixDigits: common.code,
      unlock: seal.unlock,
      unlockTitle: unlock.title,
      printedCode: common.printedCode,
      badCode: seal.badCode,
      requestConfirmation: seal.ask,
      verify: factor.dialog,
      factor: { ...toFactorWords(account), apart: own.factor.apart },
      errors: { unknown: errors.unknown, passkey: errors.passkey },
    },
    ...('refusals' in own && { refusals: { ...refusals, ...own.refusals } }),
  }
  return { language, words: words as FrameWords }
}
