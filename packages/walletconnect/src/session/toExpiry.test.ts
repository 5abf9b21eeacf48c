import { expect, test } from 'vitest'
import { toExpiry } from './toExpiry.js'

test('[S5.19] takes 300 seconds to seven days, and 300 unless told', () => {
  expect([toExpiry(), toExpiry(300), toExpiry(3_600), toExpiry(604_800)]).toEqual([300, 300, 3_600, 604_800])
})

for (const seconds of [299, 604_801, 0, -1, 300.5, Number.NaN, Number.POSITIVE_INFINITY])
  test(`[S5.19] error: INVALID_PARAMS for ${seconds}`, () => {
    expect(() => toExpiry(seconds)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
  })
