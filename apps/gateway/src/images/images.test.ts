import { expect, test } from 'vitest'
import { toMonogram } from './images.js'

const lettersOf = (name: string, letters: number): string | undefined =>
  />([^<]*)<\/text>/.exec(toMonogram(name, letters))?.[1]

test.each([
  ['Trust Wallet', 2, 'TW'],
  ['MetaMask', 2, 'ME'],
  ['1inch Wallet', 2, '1W'],
  ['αU wallet', 2, 'ΑW'],
  ['USDC', 4, 'USDC'],
  ['wstETH', 4, 'WSTE'],
  ['x', 2, 'X'],
  ['𝔸lpha', 2, '𝔸L'],
])('toMonogram of %s with %s letters is %s', (name, letters, text) => {
  expect(lettersOf(name, letters)).toBe(text)
})

test.each(['</text><script>alert(1)</script>', '"&<>', '🙂', '', '‮evil'])(
  'toMonogram of %j contains no markup from the name',
  (name) => {
    expect(toMonogram(name, 2)).toMatch(
      /^<svg [^<>]*><rect [^<>]*\/><text [^<>]*>(\?|[\p{L}\p{N}]{1,2})<\/text><\/svg>$/u,
    )
  },
)

test('equal names have the same color, and different names mostly different ones', () => {
  const hueOf = (name: string): string | undefined => /hsl\((\d+)/.exec(toMonogram(name, 2))?.[1]
  expect(hueOf('Rainbow')).toBe(hueOf('Rainbow'))
  expect(new Set(Array.from({ length: 50 }, (_, index) => hueOf(`Wallet ${index}`))).size).toBeGreaterThan(35)
})
