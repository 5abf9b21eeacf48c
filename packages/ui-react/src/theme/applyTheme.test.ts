// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { applyTheme } from './applyTheme.js'

const create = (): HTMLElement => document.createElement('div')

describe('applyTheme', () => {
  it('sets mode and variables, and takes back what is gone', () => {
    const element = create()
    const theme = { mode: 'dark', variables: { '--lk-accent': 'oklch(0.6 0.2 30)' } } as const
    applyTheme(element, theme)
    expect(element.dataset['mode']).toBe('dark')
    expect(element.style.getPropertyValue('--lk-accent')).toBe('oklch(0.6 0.2 30)')
    applyTheme(element, { mode: undefined, variables: {} }, theme)
    expect(element.dataset['mode']).toBeUndefined()
    expect(element.style.getPropertyValue('--lk-accent')).toBe('')
  })

  it.each([
    'red;}*{display:none',
    'url(https://evil.example/x.png)',
    'URL("//evil.example")',
    'image-set("x.png" 1x)',
    '</style><script>',
    '\\75rl(x)',
    'r'.repeat(201),
  ])('leaves out %s', (value) => {
    const element = create()
    applyTheme(element, { mode: undefined, variables: { '--lk-accent': value } })
    expect(element.style.getPropertyValue('--lk-accent')).toBe('')
  })
})
