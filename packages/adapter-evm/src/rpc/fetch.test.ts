import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeBatch } from './fetch.js'

const answer = (id: unknown, result: unknown = `answer ${id}`) => ({ jsonrpc: '2.0', id, result })

const missing = { code: -32_603, message: expect.any(String) }

describe('normalizeBatch', () => {
  test('[F32] puts shuffled replies in the order of their requests', () => {
    expect(normalizeBatch([1, 2, 3], [answer(3), answer(1), answer(2)])).toEqual([answer(1), answer(2), answer(3)])
  })

  test('[F32] replaces a missing response with an error and keeps the others in place', () => {
    expect(normalizeBatch([1, 2, 3], [answer(1), answer(3)])).toEqual([
      answer(1),
      { jsonrpc: '2.0', id: 2, error: missing },
      answer(3),
    ])
  })

  test('[F32] ignores a response without an id', () => {
    expect(normalizeBatch([1, 2], [answer(undefined), answer(2)])).toEqual([
      { jsonrpc: '2.0', id: 1, error: missing },
      answer(2),
    ])
  })

  test('uses the first of two responses with the same id', () => {
    expect(normalizeBatch([1], [answer(1, 'a'), answer(1, 'b')])).toEqual([answer(1, 'a')])
  })

  test('accepts ids that are strings', () => {
    expect(normalizeBatch([1], [answer('1', 'a')])).toEqual([answer(1, 'a')])
  })

  test('assigns an error for the whole batch to every request', () => {
    const error = { code: -32_600, message: 'batch too large' }
    expect(normalizeBatch([1, 2], { jsonrpc: '2.0', id: null, error })).toEqual([
      { jsonrpc: '2.0', id: 1, error },
      { jsonrpc: '2.0', id: 2, error },
    ])
  })

  test('keeps errors as errors, and null as a result', () => {
    const error = { code: 3, message: 'execution reverted' }
    const replies = normalizeBatch([1, 2], [{ id: 1, error }, answer(2, null)])
    expect(replies).toEqual([{ jsonrpc: '2.0', id: 1, error }, answer(2, null)])
  })

  for (const reply of [null, 'x', 7, {}, [], [null, 'x', 7, [], {}]])
    test(`returns an error for every request if the reply is ${JSON.stringify(reply)}`, () => {
      expect(normalizeBatch([1, 2], reply).map(({ id, error }) => [id, error])).toEqual([
        [1, missing],
        [2, missing],
      ])
    })

  test('[F32] gives each request its own response or an error, even if a node drops, repeats, shuffles or invents some', () => {
    const ids = fc.uniqueArray(fc.nat(50), { minLength: 1 })
    const replies = ids.chain((asked) =>
      fc.record({
        asked: fc.constant(asked),
        items: fc.array(
          fc.oneof(
            fc.constantFrom(...asked).map((id) => answer(id)),
            fc.anything(),
            fc.nat(99).map((id) => answer(id)),
          ),
        ),
      }),
    )
    fc.assert(
      fc.property(replies, ({ asked, items }) => {
        const normal = normalizeBatch(asked, items)
        expect(normal.map(({ id }) => id)).toEqual(asked)
        for (const { id, error, result } of normal) {
          if (error) expect(result).toBeUndefined()
          else if (typeof result === 'string') expect(result).toBe(`answer ${id}`)
        }
      }),
    )
  })
})
