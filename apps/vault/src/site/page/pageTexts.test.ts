import { expect, test } from 'vitest'
import { catalogues } from '../../account/words/catalogues.js'
import { type Language, languages } from '../../protocol/notice.js'
import { frameCatalogues, toFrameTexts } from './pageTexts.js'

type Leaf = string | Readonly<Record<string, string>>

/** All texts of a catalogue by their path; the forms of a plural together. */
function list(texts: object, path = ''): readonly (readonly [string, Leaf])[] {
  return Object.entries(texts).flatMap(([key, value]: [string, string | object]) => {
    const own = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') return [[own, value] as const]
    return 'other' in value ? [[own, value as Readonly<Record<string, string>>] as const] : list(value, own)
  })
}

const find = (text: string): readonly string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
const pages = { account: catalogues, frame: frameCatalogues }
const others = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en')

test.each(
  Object.keys(pages).flatMap((page) => others.map((language) => [page as keyof typeof pages, language] as const)),
)('the %s has every text in %s, with the placeholders of the English text and all plural forms', (page, language) => {
  const english = new Map(list(pages[page].en))
  const { refusals, ...texts } = pages[page][language] as object & { readonly refusals: object }
  const own = new Map(list(texts))
  expect([...own.keys()]).toEqual([...english.keys()])
  for (const [path, text] of own) {
    const source = english.get(path) ?? ''
    const wanted = find(typeof source === 'string' ? source : (source['other'] ?? ''))
    if (typeof text === 'string') {
      expect([path, find(text)]).toEqual([path, wanted])
      expect([path, text.trim()]).toEqual([path, text])
      continue
    }
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    // Romance languages have a form for millions, which nothing here counts
    const needed = pluralCategories.filter((form) => form !== 'many' || language === 'ar')
    expect([path, Object.keys(text).sort()]).toEqual([path, [...needed].sort()])
    for (const form of Object.values(text)) expect(find(form).every((name) => wanted.includes(name))).toBe(true)
  }
  for (const [key, text] of list(refusals)) {
    const waits = /TOO_MANY|FROZEN$|NEW_DEVICE/.test(key) && key !== 'WALLET_FROZEN'
    expect([key, find(String(text))]).toEqual([key, waits ? ['{time}'] : []])
  }
})

test.each(languages)('in %s, the frame shows custody’s own messages only if they are translated', (language) => {
  const refusals = Object.keys(toFrameTexts(language).words.refusals ?? {})
  // one that the account page has too, and one of its own
  expect(['CODE_WRONG', 'REVERTS'].map((code) => refusals.includes(code))).toEqual(Array(2).fill(language !== 'en'))
})
