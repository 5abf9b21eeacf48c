import { expect, test } from 'vitest'
import { TimedOutError } from './connection.js'
import { nameFault } from './nameFault.js'
import { toLatchkeyError } from './toLatchkeyError.js'

test('a fault of ours stays the very same', async () => {
  const error = new TimedOutError()
  expect(await nameFault(error)).toBe(error)
})

test.each([
  ['an RPC code', { code: 4001, message: 'no' }],
  ['an aborted signal', AbortSignal.abort().reason],
  ['an error without a code', new Error('User rejected the request')],
  ['a text', 'no'],
  ['nothing', undefined],
])('%s has the name that the table gives it', async (_, thrown) => {
  const named = await nameFault(thrown)
  const { code, shortMessage, details } = toLatchkeyError(thrown)
  expect(named).toMatchObject({ code, shortMessage, details })
  expect(named.cause).toBe(thrown)
})
