import { describe, expect, it } from 'vitest'
import { allTexts } from '../testing/allTexts.js'
import { localeLoaders } from './loadLocale.js'
import type { Messages, PluralText } from './messages/keys.js'

type Text = string | PluralText

const toForms = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : Object.values(text))
const toParams = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))].sort()
/** The parameters of a text. Some plural forms spell out the number: `other` has them all. */
const toAllParams = (text: Text): readonly string[] => toParams(typeof text === 'string' ? text : text.other)

const locales: readonly (readonly [string, () => Promise<Messages>])[] = [
  ['en', async () => allTexts],
  ...Object.entries(localeLoaders),
]

describe.each(locales)('the texts of %s', (locale, load) => {
  it('have the same keys and parameters as English, and none is empty', async () => {
    const texts = await load()
    expect(Object.keys(texts).sort()).toEqual(Object.keys(allTexts).sort())
    const entries = Object.entries(texts)
    expect(entries.filter(([, text]) => toForms(text).some((form) => form.trim() === ''))).toEqual([])
    const params = (all: object) =>
      Object.fromEntries(Object.entries(all).map(([key, text]) => [key, toAllParams(text)]))
    expect(params(texts)).toEqual(params(allTexts))
  })

  it('have exactly the plural forms of the language', async () => {
    const rules = new Intl.PluralRules(locale)
    const needed = [...new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)))].sort()
    const plurals = Object.entries(await load()).filter(([key]) => typeof allTexts[key as keyof Messages] !== 'string')
    expect(plurals.length).toBeGreaterThan(0)
    for (const [key, text] of plurals) {
      expect([key, Object.keys(text).sort()]).toEqual([key, needed])
      for (const form of toForms(text)) expect(toAllParams(text)).toEqual(expect.arrayContaining([...toParams(form)]))
    }
  })
})
