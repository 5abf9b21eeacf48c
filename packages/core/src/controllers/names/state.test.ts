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

test('typing loads suggestions if the text is a valid name', () => {
  expect(after(typed)).toMatchObject({ text: ' Adaa ', suggestionsLoading: true })
  expect(after(typed, suggested, { type: 'typed', text: 'ada-l' }).name).toBeUndefined()
  expect(after({ type: 'typed', text: 'ada' })).toMatchObject({ text: 'ada', suggestionsLoading: false })
})

test('suggestions set the full name, whether it is taken, and the available alternatives', () => {
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
    ['starts with the signature', [suggested, { type: 'signing' }], 'signing'],
    ['continues with the service', [suggested, { type: 'signing' }, { type: 'signed' }], 'registering'],
    ['ends as registered', [suggested, { type: 'signing' }, { type: 'signed' }, { type: 'registered' }], 'registered'],
    ['does not start before suggestions were loaded', [{ type: 'signing' }], 'choosing'],
    [
      'does not start with a taken name',
      [{ type: 'suggested', suggestions: [{ name: 'adaa', registered: true }] }, { type: 'signing' }],
      'choosing',
    ],
    ['does not skip a step', [suggested, { type: 'signing' }, { type: 'registered' }], 'signing'],
    ['returns to the choice after a failure', [suggested, { type: 'signing' }, failed], 'choosing'],
    [
      'ignores a failure after it has ended',
      [suggested, { type: 'signing' }, { type: 'signed' }, { type: 'registered' }, failed],
      'registered',
    ],
    ['ignores typing', [suggested, { type: 'signing' }, { type: 'typed', text: 'other' }], 'signing'],
  ])('%s', (_, events, step) => {
    expect(after(typed, ...events).step).toBe(step)
  })

  test('keeps the name after a failure, and can be retried', () => {
    const state = after(typed, suggested, { type: 'signing' }, failed)
    expect(state).toMatchObject({ name: 'adaa.example.org', error: { code: 'USER_REJECTED' } })
    expect(reduceNames(state, { type: 'signing' })).toMatchObject({ step: 'signing', error: undefined })
  })
})

test('late suggestions change nothing', () => {
  const state = after({ type: 'typed', text: 'ada' })
  expect(reduceNames(state, suggested)).toBe(state)
})

test('[S5.18] a name consists of letters, digits and hyphens, at least four of them', () => {
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
])('[S5.18] %j is not a valid name', (text) => {
  expect(parseAccountName(text)).toBeNull()
})

test('for any text, a parsed name consists of 4 to 64 lowercase letters, digits and hyphens', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(parseAccountName(text) ?? 'none').toMatch(/^[a-z0-9-]{4,64}$/)
    }),
  )
})
