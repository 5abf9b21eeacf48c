// @vitest-environment happy-dom
import type { ThemeVariables } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { applyTheme } from './applyTheme.js'

const create = (): HTMLElement => document.createElement('div')

describe('applyTheme', () => {
  it('sets the mode and variables, and removes those that are no longer set', () => {
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
    'src("//evil.example/x.png")',
    'attr(title type(<url>))',
    'r'.repeat(201),
    'red '.repeat(25_000),
  ])('[I32] omits the invalid value %s', (value) => {
    const element = create()
    applyTheme(element, { mode: undefined, variables: { '--lk-accent': value } })
    expect(element.style.getPropertyValue('--lk-accent')).toBe('')
  })

  it('[I32] omits properties that are not its own variables, and values that are not strings', () => {
    const element = create()
    const variables = { display: 'none', '--other': 'red', '--lk-bg': 7, '--lk-fg': { toString: () => 'red' } }
    applyTheme(element, { mode: undefined, variables: variables as unknown as ThemeVariables })
    expect(element.getAttribute('style') ?? '').toBe('')
  })
})
