import { describe, expect, it } from 'vitest'
import { toShortEmail } from './LoginDetails.js'

describe('toShortEmail', () => {
  it('[S5.5] shows an email of 30 characters in full, and truncates a longer one with an ellipsis', () => {
    const domain = '@example.org'
    const whole = `${'a'.repeat(30 - domain.length)}${domain}`
    expect(toShortEmail(whole)).toBe(whole)
    expect(toShortEmail(`a${whole}`)).toBe(`${`a${whole}`.slice(0, 29)}…`)
    expect([...toShortEmail(`${'a'.repeat(200)}${domain}`)]).toHaveLength(30)
  })

  it('does not split surrogate pairs', () => {
    expect(toShortEmail('🦊'.repeat(31))).toBe(`${'🦊'.repeat(29)}…`)
  })
})
