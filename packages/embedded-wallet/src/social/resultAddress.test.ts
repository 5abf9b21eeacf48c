import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findResult, withoutResult } from './resultAddress.js'

const uri = 'https://wallet.example/social/result?state=1&code=a+b'

describe('the result in a URL', () => {
  test.each([
    ['https://app.example/#?result_uri=X', 'https://app.example/'],
    ['https://app.example/?a=1#?result_uri=X', 'https://app.example/?a=1'],
    ['https://app.example/?b=%20+#top?result_uri=X', 'https://app.example/?b=%20+#top'],
    ['https://app.example/#/deep?result_uri=X', 'https://app.example/#/deep'],
    ['https://app.example/?a=1#/deep?c=2&result_uri=X', 'https://app.example/?a=1#/deep?c=2'],
  ])('is read and removed: %s becomes %s', (with_, without) => {
    const href = with_.replace('X', encodeURIComponent(uri))
    expect(findResult(href)).toBe(uri)
    expect(withoutResult(href)).toBe(without)
  })

  test('is ignored in the query, which servers and referrers see; a URL without one stays unchanged', () => {
    for (const href of [
      'https://app.example/',
      'https://app.example/?result=1#a',
      `https://app.example/?result_uri=${encodeURIComponent(uri)}`,
      `https://app.example/?result_uri=${encodeURIComponent(uri)}#top`,
      'https://app.example/#my_result_uri=1',
    ]) {
      expect(findResult(href)).toBeUndefined()
      expect(withoutResult(href)).toBe(href)
    }
  })

  test('is empty if its escape sequences are invalid', () => {
    expect(findResult('https://app.example/#?result_uri=%E0%A4%A')).toBe('')
    expect(withoutResult('https://app.example/#?result_uri=%E0%A4%A')).toBe('https://app.example/')
  })

  test('is removed without changing anything else in the URL', () => {
    const word = fc.stringMatching(/^[\w%.~+-]{1,8}$/)
    const pair = fc.tuple(word, word).map(([name, value]) => `${name}=${value}`)
    const query = fc.array(pair, { maxLength: 4 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
    const fragment = fc.oneof(
      fc.constant(''),
      fc.tuple(word, query).map(([path, own]) => `#/${path}${own}`),
    )
    fc.assert(
      fc.property(query, fragment, (search, hash) => {
        fc.pre(!hash.includes('result_uri='))
        const href = `https://app.example/${search}${hash}`
        const way = hash === '' ? '#?' : hash.includes('?') ? '&' : '?'
        const back = `${href}${way}result_uri=${encodeURIComponent(uri)}`
        expect([findResult(back), withoutResult(back)]).toEqual([uri, href])
      }),
      { numRuns: 250 },
    )
  })
})
