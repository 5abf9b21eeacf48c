import { beforeEach, expect, test, vi } from 'vitest'

/** @type {(path: string, text: string) => string} */
let keepText
beforeEach(async () => {
  vi.resetModules()
  // each page has its own class, which the module patches
  vi.stubGlobal('CSSStyleSheet', createSheetClass())
  ;({ keepText } = await import('./hotStyles.js'))
})

/** @param {string} text */
function adopt(text) {
  /** @type {InstanceType<ReturnType<typeof createSheetClass>>} */
  const sheet = Reflect.construct(Reflect.get(globalThis, 'CSSStyleSheet'), [])
  sheet.replaceSync(text)
  return sheet
}

function createSheetClass() {
  return class {
    text = ''
    /** @param {string} text */
    replaceSync(text) {
      this.text = text
    }
  }
}

test('a changed text replaces the old one in every sheet, even if it was joined with other texts', () => {
  const first = keepText('a.css', '.a{}')
  const alone = adopt(first)
  const joined = adopt(`${keepText('b.css', '.b{}')}\n${first}`)
  keepText('a.css', '.a{color:red}')
  expect([alone.text, joined.text]).toEqual(['.a{color:red}', '.b{}\n.a{color:red}'])
  keepText('a.css', '.a{color:blue}')
  expect([alone.text, joined.text]).toEqual(['.a{color:blue}', '.b{}\n.a{color:blue}'])
})

test('reverting a change reverts it in the sheets', () => {
  const sheet = adopt(keepText('a.css', '.a{}'))
  for (const text of ['.a{color:red}', '.a{}', '.a{color:red}', '.a{}']) {
    keepText('a.css', text)
    expect(sheet.text).toBe(text)
  }
})

test('a sheet created later from an older text gets the newest one', () => {
  const text = keepText('a.css', '.a{}')
  keepText('a.css', '.a{content:"$&"}')
  expect(adopt(text).text).toBe('.a{content:"$&"}')
})

test('a text that begins with an older one is replaced as a whole', () => {
  keepText('a.css', '.a{}')
  const sheet = adopt(keepText('a.css', '.a{}.b{}'))
  keepText('a.css', '.c{}')
  expect(sheet.text).toBe('.c{}')
})

test('a sheet whose text was replaced by its page is no longer updated', () => {
  const sheet = adopt(keepText('a.css', '.a{}'))
  sheet.replaceSync('.own{}')
  keepText('a.css', '.a{color:red}')
  expect(sheet.text).toBe('.own{}')
})
