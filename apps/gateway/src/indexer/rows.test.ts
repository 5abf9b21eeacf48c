import { expect, test } from 'vitest'
import { toTransfers } from './rows.js'
import { cleanName } from './tokenNames.js'

const [sender, recipient, token] = ['a', 'b', 'c'].map((letter) => `0x${letter.repeat(40)}`) as [string, string, string]

const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const word = (text: string): string => `0x${text.replace('0x', '').padStart(64, '0')}`

const log = (topics: readonly string[], data: string) => ({ address: token, topics, data, logIndex: 4 })

const parties = [topic, word(sender), word(recipient)]

test('the transfers of a transaction are its value, token events and internal transfers', () => {
  const logs = [log(parties, word('5')), log([...parties, word('7')], '0x')]
  const moved = { sender, recipient }
  const internal = [{ sender: recipient, recipient: sender, value: 2n }]
  expect(toTransfers({ sender, recipient, value: 3n, logs, internal })).toEqual([
    { ...moved, place: 0, token: null, token_id: null, amount: '3' },
    { ...moved, place: 5, token, token_id: null, amount: '5' },
    { ...moved, place: 5, token, token_id: '7', amount: '1' },
    { place: 1_000_000_000, token: null, token_id: null, sender: recipient, recipient: sender, amount: '2' },
  ])
})

test.each([
  ['no topics', log([], word('5'))],
  ['another event', log([word('1'), ...parties.slice(1)], word('5'))],
  ['parties outside of the topics', log([topic], `${word(sender)}${word(recipient).slice(2)}${word('5').slice(2)}`)],
  ['topics that are not addresses', log([topic, `0x${'f'.repeat(64)}`, word(recipient)], word('5'))],
  ['data that is too short', log(parties, '0x05')],
  ['data that is too long', log(parties, `${word('5')}00`)],
  ['no data', log(parties, '0x')],
  ['a token ID and data', log([...parties, word('7')], word('5'))],
  ['a zero amount', log(parties, word('0'))],
])('an event with %s is ignored', (_, one) => {
  expect(toTransfers({ sender, recipient: null, value: 3n, logs: [one] })).toEqual([])
})

test.each([
  ['a\u0000b', 'ab'],
  ['  \u202eUSDC\u200b ', 'USDC'],
  ['x\ud800', 'x'],
  [`${'x'.repeat(99)}😀`, 'x'.repeat(99)],
  [undefined, ''],
])('cleanName turns %j into %j', (text, kept) => {
  expect(cleanName(text)).toBe(kept)
})
