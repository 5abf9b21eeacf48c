import { assert, property, string, stringMatching } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { initialNames, type NamesEvent, type NamesState, parseAccountName, reduceNames } from './state.js'

const after = (...events: readonly NamesEvent[]): NamesState => events.reduce(reduceNames, initialNames)

const suggestions = [
  { name: 'ada1.example.org', registered: false },
  { name: 'adaa.example.org', registered: false },
  { name: 'ada-2.example.org', registered: true },
]

const typed: NamesEvent = { type: 'typed', text: ' Adaa ' }

const suggested: NamesEvent = { type: 'suggested', suggestions }

const failed: NamesEvent = { type: 'failed', error: { code: 'USER_REJECTED', message: 'No' } }

test('what is typed is asked about where it is a name', () => {
  expect(after(typed)).toMatchObject({ text: ' Adaa ', suggestionsLoading: true })
  expect(after(typed, suggested, { type: 'typed', text: 'ada-l' }).name).toBeUndefined()
  expect(after({ type: 'typed', text: 'ada' })).toMatchObject({ text: 'ada', suggestionsLoading: false })
})

test('the service says what it would be called, whether it is taken, and which others are free', () => {
  expect(after(typed, suggested)).toEqual({
    step: 'choosing',
    text: ' Adaa ',
    name: 'adaa.example.org',
    isTaken: false,
    suggestions: [suggestions[0]],
    suggestionsLoading: false,
  })
  const taken = { type: 'suggested', suggestions: [{ name: 'adaa', registered: true }] } as const
  expect(after(typed, taken)).toMatchObject({ name: 'adaa', isTaken: true, suggestions: [] })
  expect(after(typed, { type: 'suggested', suggestions: [] })).toMatchObject({ name: 'adaa', isTaken: false })
})

describe('registering', () => {
  test.each<[string, readonly NamesEvent[], NamesState['step']]>([
    ['begins with the wallet', [suggested, { type: 'signing' }], 'signing'],
    ['goes on to the service', [suggested, { type: 'signing' }, { type: 'signed' }], 'registering'],
    ['ends', [suggested, { type: 'signing' }, { type: 'signed' }, { type: 'registered' }], 'registered'],
    ['does not begin before the service has been asked', [{ type: 'signing' }], 'choosing'],
    [
      'does not begin with a name that is taken',
      [{ type: 'suggested', suggestions: [{ name: 'adaa', registered: true }] }, { type: 'signing' }],
      'choosing',
    ],
    ['does not skip a step', [suggested, { type: 'signing' }, { type: 'registered' }], 'signing'],
    ['fails to where it began', [suggested, { type: 'signing' }, failed], 'choosing'],
    [
      'hears of no failure afterwards',
      [suggested, { type: 'signing' }, { type: 'signed' }, { type: 'registered' }, failed],
      'registered',
    ],
    ['is not typed into', [suggested, { type: 'signing' }, { type: 'typed', text: 'other' }], 'signing'],
  ])('%s', (_, events, step) => {
    expect(after(typed, ...events).step).toBe(step)
  })

  test('keeps the name after a failure, to be tried again', () => {
    const state = after(typed, suggested, { type: 'signing' }, failed)
    expect(state).toMatchObject({ name: 'adaa.example.org', error: { code: 'USER_REJECTED' } })
    expect(reduceNames(state, { type: 'signing' })).toMatchObject({ step: 'signing', error: undefined })
  })
})

test('an answer to what is no longer asked changes nothing', () => {
  const state = after({ type: 'typed', text: 'ada' })
  expect(reduceNames(state, suggested)).toBe(state)
})

test('[S5.18] letters, digits and hyphens, four of them at least, are a name', () => {
  expect([parseAccountName('ada-'), parseAccountName(' Ada-Lovelace-1815 '), parseAccountName('0000')]).toEqual([
    'ada-',
    'ada-lovelace-1815',
    '0000',
  ])
  assert(
    property(stringMatching(/^[a-z0-9-]{4,64}$/), (name) => {
      expect(parseAccountName(name)).toBe(name)
    }),
  )
})

test.each([
  'abc',
  'a_bc',
  'éllo',
  '..',
  '../..',
  'a b c',
  'ada.eth',
  'ada\0',
  'аdам',
  'ſtar',
  'Kelvin\u212a',
  'a'.repeat(300),
  '',
])('[S5.18] %j is none', (text) => {
  expect(parseAccountName(text)).toBeNull()
})

test('nothing else comes out', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(parseAccountName(text) ?? 'none').toMatch(/^[a-z0-9-]{4,64}$/)
    }),
  )
})
