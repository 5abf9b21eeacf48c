// @vitest-environment happy-dom

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { formatAmount, formatCeiling, formatUntil } from './amounts.js'
import { createAddress, toVisibleText } from './elements.js'

// as the page's language script does, which runs before the page's own script
await vi.hoisted(async () => {
  const { toFrameTexts } = await import('../../../site/page/pageTexts.js')
  globalThis.latchkeyTexts = toFrameTexts('en')
})

const toText = (nodes: readonly Node[]): string => nodes.map((node) => node.textContent).join('')

describe('amounts', () => {
  it.each([
    ['1234567890', 6, '1,234.56789'],
    ['1', 18, '0.000000000000000001'],
    ['0', 18, '0'],
    ['1000000', 0, '1,000,000'],
    ['1000', 3, '1'],
    [
      String(2n ** 256n - 1n),
      0,
      '115,792,089,237,316,195,423,570,985,008,687,907,853,269,984,665,640,564,039,457,584,007,913,129,639,935',
    ],
    ['not a number', 3, 'not a number'],
  ])('formats %s with %i decimals as %s', (amount, decimals, text) => {
    expect(formatAmount(amount, decimals)).toBe(text)
  })

  it('rounds maximum amounts up, to few digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), fc.nat(18), (amount, decimals) => {
        const shown = formatCeiling(amount.toString(), decimals).replaceAll(',', '')
        const [whole = '', fraction = ''] = shown.split('.')
        const units = BigInt(whole + fraction.padEnd(decimals, '0'))
        expect(units >= amount).toBe(true)
        expect(units - amount < 10n ** BigInt(Math.max(0, amount.toString().length - 6))).toBe(true)
        expect(shown.replace(/[.,]|^0+\.?0*|0+$/g, '').length).toBeLessThanOrEqual(7)
      }),
    )
  })

  it('formats an expiry as a date, or as “Never”', () => {
    expect(formatUntil('1800000000')).toContain('2027')
    for (const far of [String(2n ** 256n - 1n), '281474976710655']) expect(formatUntil(far)).toBe('Never')
    expect(formatUntil('soon')).toBe('soon')
  })
})

describe('untrusted texts', () => {
  it('stay unchanged if they have no hidden characters', () => {
    for (const text of ['Hello\n\tyou', 'می\u200cخواهم', '👩\u200d👧', 'a\r\nb', '']) {
      const nodes = toVisibleText(text)
      expect(toText(nodes)).toBe(text)
      expect(nodes).toHaveLength(1)
    }
  })

  it('show hidden characters as code points, and runs of one with a count', () => {
    expect(toText(toVisibleText('a\u202eb'))).toBe('aU+202Eb')
    expect(toText(toVisibleText('\0\0\0\u200b'))).toBe('U+0000 ×3U+200B')
    expect(toText(toVisibleText('\ud800'))).toBe('U+D800')
    expect(toText(toVisibleText('\u{e0041}\u{e0041}'))).toBe('U+E0041 ×2')
  })

  it('never show control characters, and create few elements', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        const nodes = toVisibleText(text)
        expect(nodes.length).toBeLessThanOrEqual(1_001)
        expect(toText(nodes).replace(/\r\n/g, '')).not.toMatch(
          /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u,
        )
      }),
    )
    const start = process.cpuUsage()
    expect(toVisibleText('a\0'.repeat(300_000)).length).toBeLessThanOrEqual(1_001)
    expect(toVisibleText('\0'.repeat(1_000_000))).toHaveLength(3)
    // CPU time in microseconds, regardless of other load
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000)
  })
})

it('addresses are shown in full, in groups', () => {
  for (const address of [
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'J2xccRtuG43drESLYznHhLhQkLTdfepcKYbiQ9BsJVaf',
    '0x',
    '',
  ]) {
    expect(createAddress(address).textContent).toBe(address)
  }
  expect(createAddress('0xd8dA6BF2').children).toHaveLength(2)
})
