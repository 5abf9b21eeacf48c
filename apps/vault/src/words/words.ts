import { type Language, languages } from '../protocol/notice.js'
import { ar } from './ar.js'
import { de } from './de.js'
import { en } from './en.js'
import { es } from './es.js'
import { fr } from './fr.js'
import { ja } from './ja.js'
import { ptBR } from './pt-BR.js'
import type { Words } from './wordsType.js'
import { zhHans } from './zh-Hans.js'

const all: Readonly<Record<Language, Words>> = { en, ar, de, es, fr, ja, 'pt-BR': ptBR, 'zh-Hans': zhHans }

export function getWords(language: Language): Words {
  return all[language]
}

/** Replaces `{name}` placeholders; unknown ones stay as they are. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The first supported language of an `Accept-Language` header; undefined if there is none. */
export function parseLanguage(header: string): Language | undefined {
  const wanted = header.split(',').flatMap((part, index) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(text)?.[1]).find(Boolean)
    return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/.test(tag) ? [{ tag, index, quality: Number(quality ?? 1) }] : []
  })
  const sorted = wanted.filter(({ quality }) => quality > 0).toSorted((one, other) => other.quality - one.quality)
  for (const { tag } of sorted) {
    const language = languages.find((name) => name.toLowerCase() === tag) ?? findByFirst(tag)
    if (language) return language
  }
  return undefined
}

/** `de-AT` is German, `pt` is our Portuguese; Traditional Chinese is not supported. */
function findByFirst(tag: string): Language | undefined {
  if (/^zh-(?:hant|tw|hk|mo)\b/.test(tag)) return undefined
  const [first] = tag.split('-')
  return languages.find((name) => name.split('-')[0] === first)
}

/** For a column or a header that another version may have written. */
export function toLanguage(text: string | null | undefined): Language {
  return languages.find((name) => name === text) ?? 'en'
}
