import type { NoticeText } from '../custody/notices/events.js'
import type { AccountPurpose } from '../protocol/account.js'
import type { Language, NoticeKind } from '../protocol/notice.js'
import { languages } from '../protocol/notice.js'
import { ar } from './ar.js'
import { de } from './de.js'
import { en } from './en.js'
import { es } from './es.js'
import { fr } from './fr.js'
import { ja } from './ja.js'
import { ptBR } from './pt-BR.js'
import { zhHans } from './zh-Hans.js'

/** An email that somebody waits for. */
type AskedWords = {
  readonly subject: string
  readonly lead: string
  /** For how long it is valid, and where. */
  readonly terms: string
}

/** What the link of a notice, or its button on a device, does. */
export type ActWords = {
  /** Of the link or button. */
  readonly label: string
  /** Before it. */
  readonly advice: string
  /** On the page behind the link: its title, what will happen, and the title once it has. */
  readonly question: string
  readonly lead: string
  readonly done: string
}

/** The texts of emails and notices in one language; what is in braces is filled in. */
export type Words = {
  /** What is known of who asked. */
  readonly facts: {
    /** `{label}` and `{value}`. */
    readonly pair: string
    readonly site: string
    readonly browser: string
    readonly place: string
    readonly login: string
    readonly until: string
    /** When what was begun takes effect. */
    readonly due: string
    readonly time: string
  }
  /** After each code or link that somebody asked for. */
  readonly notYou: string
  readonly link: AskedWords & { readonly label: string }
  readonly login: AskedWords
  readonly primary: AskedWords
  readonly secondary: AskedWords
  readonly account: Omit<AskedWords, 'lead'> & { readonly leads: Readonly<Record<AccountPurpose, string>> }
  readonly notices: Readonly<Record<NoticeText, { readonly title: string; readonly text: string }>>
  readonly acts: Readonly<Record<NoticeKind, ActWords>>
  readonly emailLogin: string
  /** The link to the page of the wallet. */
  readonly wallet: string
  readonly page: {
    readonly gone: string
    readonly goneLead: string
    /** After it is done. */
    readonly next: string
    /** Below the button. */
    readonly wasYou: string
  }
}

const all: Readonly<Record<Language, Words>> = { en, ar, de, es, fr, ja, 'pt-BR': ptBR, 'zh-Hans': zhHans }

export function getWords(language: Language): Words {
  return all[language]
}

/** Replaces `{name}`; what has no value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The language of ours that comes first in an `Accept-Language` header; undefined where none does. */
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

/** `de-AT` is German, `pt` is Portuguese as we have it; Chinese in traditional script is none of ours. */
function findByFirst(tag: string): Language | undefined {
  if (/^zh-(?:hant|tw|hk|mo)\b/.test(tag)) return undefined
  const [first] = tag.split('-')
  return languages.find((name) => name.split('-')[0] === first)
}

/** For a column or a header that another version may have written. */
export function toLanguage(text: string | null | undefined): Language {
  return languages.find((name) => name === text) ?? 'en'
}
