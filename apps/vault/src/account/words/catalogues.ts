import type { Language } from '../../protocol/notice.js'
import { ar } from './ar.js'
import { de } from './de.js'
import { en } from './en.js'
import { es } from './es.js'
import { fr } from './fr.js'
import { ja } from './ja.js'
import type { Translation } from './pageWords.js'
import { ptBR } from './pt-BR.js'
import { zhHans } from './zh-Hans.js'

/** The texts of the pages, by language. */
export const catalogues: Readonly<Record<Language, Translation | typeof en>> = {
  en,
  ar,
  de,
  es,
  fr,
  ja,
  'pt-BR': ptBR,
  'zh-Hans': zhHans,
}
