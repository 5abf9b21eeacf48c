import { expect, test } from 'vitest'
import { parseWalletQuery } from './parseWalletQuery.js'

const parse = (query: string): object => parseWalletQuery(new URLSearchParams(query))

test('without a word it is the first page of forty', () => {
  expect(parse('')).toEqual({ page: 1, entries: 40 })
  expect(parse('st=latchkey&sv=js-1&projectId=&clientId=x&unknown=1')).toEqual({ page: 1, entries: 40 })
})

test('every field is taken, in the shape that the list is asked in [S7.27]', () => {
  const query = 'page=3&entries=100&include=a,b&exclude=c&chains=eip155:1,solana:x&search=+meta+&badge_type=certified'
  expect(parse(query)).toEqual({
    page: 3,
    entries: 100,
    include: ['a', 'b'],
    exclude: ['c'],
    chains: ['eip155:1', 'solana:x'],
    search: 'meta',
    badge_type: 'certified',
  })
})

test('error: one answer names every wrong field, and stays short', () => {
  const ids = Array.from({ length: 1_000 }, () => 'é').join()
  expect(() => parse(`page=0&entries=x&include=${ids}`)).toThrow(/^page: .*; entries: .*; include\.0: /)
  try {
    parse(`include=${ids}`)
  } catch (cause) {
    expect(cause).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect((cause as Error).message.length).toBeLessThanOrEqual(1_000)
  }
})

test('names of Object.prototype are no fields', () => {
  expect(parse('constructor=1&__proto__=2&toString=3')).toEqual({ page: 1, entries: 40 })
})
