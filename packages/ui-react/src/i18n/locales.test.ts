import { describe, expect, it } from 'vitest'
import { allTexts } from '../testing/allTexts.js'
import { localeLoaders } from './loadLocale.js'

const toParams = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))].sort()

describe.each(Object.entries(localeLoaders))('the texts of %s', (_, load) => {
  it('are those of English, none empty, each with the same parameters', async () => {
    const texts = await load()
    expect(Object.keys(texts).sort()).toEqual(Object.keys(allTexts).sort())
    const entries = Object.entries(texts)
    expect(entries.filter(([, text]) => text.trim() === '')).toEqual([])
    const params = (all: object) => Object.fromEntries(Object.entries(all).map(([key, text]) => [key, toParams(text)]))
    expect(params(texts)).toEqual(params(allTexts))
  })
})
