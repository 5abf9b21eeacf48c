import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findResult, withoutResult } from './resultAddress.js'

const uri = 'https://wallet.example/social/result?state=1&code=a+b'

describe('the result in an address', () => {
  test.each([
    ['https://app.example/?result_uri=X', 'https://app.example/'],
    ['https://app.example/?a=1&result_uri=X', 'https://app.example/?a=1'],
    ['https://app.example/?result_uri=X&a=1', 'https://app.example/?a=1'],
    ['https://app.example/?a=1&result_uri=X&b=%20+', 'https://app.example/?a=1&b=%20+'],
    ['https://app.example/?a=1&result_uri=X#/deep?c=2', 'https://app.example/?a=1#/deep?c=2'],
    ['https://app.example/?result_uri=X#top', 'https://app.example/#top'],
  ])('%s becomes %s', (with_, without) => {
    const href = with_.replace('X', encodeURIComponent(uri))
    expect(findResult(href)).toBe(uri)
    expect(withoutResult(href)).toBe(without)
  })

  test('an address without one stays as it is', () => {
    for (const href of [
      'https://app.example/',
      'https://app.example/?result=1#a',
      'https://app.example/?my_result_uri=1',
    ]) {
      expect(findResult(href)).toBeUndefined()
      expect(withoutResult(href)).toBe(href)
    }
  })

  test('broken escapes are a result that nobody made', () => {
    expect(findResult('https://app.example/?result_uri=%E0%A4%A')).toBe('')
    expect(withoutResult('https://app.example/?result_uri=%E0%A4%A')).toBe('https://app.example/')
  })

  test('whatever else is in the address is kept to the letter', () => {
    const word = fc.stringMatching(/^[\w%.~+-]{1,8}$/)
    const pair = fc.tuple(word, word).map(([name, value]) => `${name}=${value}`)
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 4 }), fc.array(pair, { maxLength: 4 }), word, (before, after, hash) => {
        fc.pre(![...before, ...after].some((own) => own.startsWith('result_uri=')))
        const join = (pairs: readonly string[]) =>
          `https://app.example/${pairs.length > 0 ? `?${pairs.join('&')}` : ''}#${hash}`
        const result = `result_uri=${encodeURIComponent(uri)}`
        expect(withoutResult(join([...before, result, ...after]))).toBe(join([...before, ...after]))
      }),
      { numRuns: 250 },
    )
  })
})
