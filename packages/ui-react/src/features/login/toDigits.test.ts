import { describe, expect, it } from 'vitest'
import { otpLength, toDigits } from './OtpField.js'

describe('toDigits', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456\n', '123456'],
    ['123-456', '123456'],
    ['12–34—56', '123456'],
    ['1.2.3.4.5.6', '123456'],
    ['１２３４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳۴۵۶', '123456'],
    ['Your code is 123 456. It lasts 10 minutes.', '123456'],
    ['12a3', '123'],
    ['code', ''],
    ['', ''],
  ])('extracts the digits of %j', (text, digits) => {
    expect(toDigits(text)).toBe(digits)
  })

  it('[I7] keeps all digits of a code that is too short or too long, so that it can be rejected', () => {
    expect(toDigits('12345')).toBe('12345')
    expect(toDigits('1234567')).toBe('1234567')
    expect(toDigits('123456 or 654321, call 5550100')).toHaveLength(19)
  })

  it('returns only digits for any character up to U+2FFFF', () => {
    const faults: string[] = []
    for (let point = 0; point < 0x3_0000; point++) {
      const digits = toDigits(`7${String.fromCodePoint(point)}7`)
      if (!/^7\d*7$/.test(digits)) faults.push(point.toString(16))
    }
    expect(faults).toEqual([])
  })

  it.each(['', ' ', '\u00a0', '\u2009', '-', '–', '.', '\u200b'])(
    'extracts a code whose digits are separated by %j',
    (gap) => {
      const code = '048151'
      expect(code).toHaveLength(otpLength)
      expect(toDigits([...code].join(gap))).toBe(code)
    },
  )
})
