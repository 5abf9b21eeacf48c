import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toIdentity } from './toIdentity.js'

const icon = 'data:image/png;base64,AAAA'

test('keeps the name, and the first icon that is an image in itself', () => {
  const icons = ['https://tracker.example/pixel.png', 'javascript:alert(1)', 'data:text/html,<script>', icon]
  expect(toIdentity({ name: 'Rainbow', icons })).toEqual({ name: 'Rainbow', icon })
})

test('[T14] a hostile name is cut and cleaned, and hostile icons are none', () => {
  const name = `\u202EksaM\u200Bateⅿ\n${'x'.repeat(5_000)}`
  const identity = toIdentity({ name, icons: [`data:image/png;base64,${'A'.repeat(300_000)}`, 'vbscript:x', 7] })
  expect(identity?.name).toHaveLength(64)
  expect(identity?.name).not.toMatch(/[\u202E\u200B\n]/)
  expect(identity?.icon).toBeUndefined()
})

for (const value of [null, 'x', [], {}, { name: '' }, { name: 7 }, { name: '\u200B' }])
  test(`${JSON.stringify(value)} names nobody`, () => {
    expect(toIdentity(value)).toBeUndefined()
  })

test('no value throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(toIdentity({ name: 'x', icons: value })?.name).toBe('x')
    }),
  )
})
