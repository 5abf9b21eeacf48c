import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePrintedCode, toPrintedCode } from './printedCode.js'

const secret = fc.uint8Array({ minLength: 16, maxLength: 16 })

test('a printed code decodes to its secret, whatever the case, separators or look-alike letters', () => {
  fc.assert(
    fc.property(secret, (bytes) => {
      const code = toPrintedCode(bytes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(parsePrintedCode(code)).toEqual(bytes)
      expect(
        parsePrintedCode(` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}\n`),
      ).toEqual(bytes)
    }),
  )
})

test('rejects a code with a misread letter, and one that is cut off', () => {
  fc.assert(
    fc.property(secret, fc.nat({ max: 27 }), fc.nat({ max: 30 }), (bytes, place, step) => {
      const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
      const code = toPrintedCode(bytes).replaceAll('-', '')
      const other = letters[(letters.indexOf(code[place] ?? '') + step + 1) % 32] ?? ''
      expect(parsePrintedCode(code.slice(0, place) + other + code.slice(place + 1))).toBe(null)
      expect(parsePrintedCode(code.slice(0, place))).toBe(null)
    }),
  )
  for (const text of ['', 'U'.repeat(28), '0'.repeat(29), 'hello']) expect(parsePrintedCode(text)).toBe(null)
})
