import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../root.mjs'
import { findDocumentErrors } from './findDocumentErrors.mjs'
import { listSnippets } from './listSnippets.mjs'
import { readDocument } from './readDocument.mjs'
import { buildSite } from './site/buildSite.mjs'
import { contents } from './site/contents.mjs'
import { highlight } from './site/highlight.mjs'
import { policy, serveSite } from './site/serveSite.mjs'

/** @param {string} text */
const find = (text) => findDocumentErrors([readDocument('docs/a.md', text)], { root, commands: ['start'] })
const fence = '```'

describe('documents', () => {
  it.each([
    ['a file that is not there', '[a](no.md)', 'docs/a.md:1: "no.md" does not exist.'],
    ['a heading that is not there', '# A\n\n[a](#b)', 'docs/a.md:3: "#b": docs/a.md has no such heading.'],
    ['HTML', 'a <b>c</b>', 'docs/a.md:1: "<b></b>" is HTML. Write Markdown.'],
    ['JSON that is none', `${fence}json\n{ a: 1 }\n${fence}`, 'docs/a.md:1: Invalid JSON'],
    [
      'a command that is not there',
      `${fence}sh\nnpm run nothing\n${fence}`,
      'docs/a.md:1: Unknown command: "npm run nothing".',
    ],
  ])('may not have %s', (_, text, error) => {
    expect(find(text)).toEqual([expect.stringContaining(error)])
  })

  // assembled here, since the title must not occur in this file
  const absent = ['a', 'title', 'of', 'no', 'test'].join(' ')
  const row = (/** @type {string} */ proof) =>
    findDocumentErrors(
      [readDocument('docs/threats.md', `| Try | Outcome | Proof |\n| - | - | - |\n| a | b | ${proof} |`)],
      { root, commands: [] },
    )

  it.each([
    ['a test that is not there', `[${absent}](../scripts/lib/docs/docs.test.mjs)`, `has no test "${absent}"`],
    ['a whole file', '[tests](../scripts/lib/docs/docs.test.mjs)', 'has no test "tests"'],
    ['no test at all', 'see the guide', '"a" is not linked to a test.'],
  ])('may not name %s as a proof', (_, proof, error) => {
    expect(row(proof)).toEqual([expect.stringContaining(error)])
  })

  it('may name a test that is there as a proof', () => {
    expect(row('[may name a test that is there](../scripts/lib/docs/docs.test.mjs)')).toEqual([])
  })

  it.each(['provider', 'createTronConnector', 'tron', 'address', 'subjects'])(
    'show the tested adapter word for word: %s.ts',
    (name) => {
      const guide = readFileSync(join(root, 'docs/writing-an-adapter.md'), 'utf8')
      const source = readFileSync(join(root, `examples/tron/src/${name}.ts`), 'utf8')
      expect(guide).toContain(`${fence}ts ${name}.ts\n${source}${fence}\n`)
    },
  )

  it('may link to headings as GitHub names them, to files, folders and other sites', () => {
    const text =
      '# A `b`, c!\n\n## Same\n\n## Same\n\n[1](#a-b-c) [2](#same-1) [3](../README.md) [4](../packages/core) [5](https://a.example)'
    expect(find(`${text}\n\n<!-- continues -->\n\n${fence}sh\nnpm start\n${fence}`)).toEqual([])
  })
})

describe('snippets', () => {
  it('stand on what comments say, and know their line in the document', () => {
    const blocks = [
      `${fence}ts\nconst a = 1\n${fence}`,
      `<!-- continues -->\n\n${fence}ts\nconst b = a\n${fence}`,
      `<!-- before:\ndeclare const c: number\n-->\n\n${fence}tsx d.tsx\nc\n${fence}`,
      '<!-- file e.ts:\nexport const e = 1\n-->',
      `${fence}sh\nls\n${fence}`,
    ]
    const [first, second, third, hidden, ...rest] = listSnippets(readDocument('docs/a.md', blocks.join('\n\n')))
    expect(rest).toEqual([])
    expect(first).toMatchObject({ line: 2, text: 'const a = 1\n\nexport {}\n' })
    // the block's own line 8 is line 2 of the file, after the previous block and an empty line
    expect(second?.text.split('\n').indexOf('const b = a')).toBe(2)
    expect((second?.line ?? 0) + 2).toBe(8)
    expect(third?.path).toBe('docs/.snippets/docs_a/d.tsx')
    expect(third?.text).toContain('declare const c: number\nc\n')
    expect(hidden).toMatchObject({ path: 'docs/.snippets/docs_a/e.ts', text: 'export const e = 1' })
  })
})

describe('the site', () => {
  /** @type {string} */
  let folder
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is pages whose links lead to pages, without scripts and inline styles', () => {
    const names = buildSite({ root, folder })
    expect(readdirSync(folder).sort()).toEqual([...names.map((name) => `${name}.html`), 'docs.css', 'key.svg'].sort())
    for (const name of names) {
      const html = readFileSync(join(folder, `${name}.html`), 'utf8')
      const prose = html.replaceAll(/<pre.*?<\/pre>/gs, '')
      expect(prose).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
      const targets = [...html.matchAll(/href="([\w-]+)\.html(?:#([^"]+))?"/g)]
      expect(targets.length).toBeGreaterThan(names.length)
      for (const [, page, anchor] of targets) {
        expect(names).toContain(page)
        if (anchor) expect(readFileSync(join(folder, `${page}.html`), 'utf8')).toContain(`id="${anchor}"`)
      }
    }
  })

  it('has every guide in its navigation and its index', () => {
    const index = readFileSync(join(root, 'docs/index.md'), 'utf8')
    const guides = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md') && file !== 'index.md')
    const pages = contents.flatMap((part) => part.pages)
    expect(guides.filter((file) => !pages.includes(`docs/${file}`))).toEqual([])
    expect(guides.filter((file) => !index.includes(`](${file})`))).toEqual([])
  })

  it('is served under a policy that allows its stylesheet and pictures alone', async () => {
    buildSite({ root, folder })
    const { url, stop } = await serveSite({ folder })
    const [home, missing, outside] = await Promise.all(
      ['', 'none.html', '..%2f..%2fpackage.json'].map((path) => fetch(`${url}${path}`)),
    )
    const text = await home?.text()
    await stop()
    expect(home?.headers.get('content-security-policy')).toBe(policy)
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self'; /)
    expect(text).toContain('<h1 id="latchkey">Latchkey')
    expect([missing?.status, outside?.status]).toEqual([404, 404])
  })

  it('marks the parts of code, and loses nothing of it', () => {
    const code = "const a = `<b>` // c\nexport const d = <p title='x'>It's</p>\n"
    const html = highlight(code, 'tsx')
    expect(html).toContain('<span class="k">const</span> a')
    expect(html).toContain('<span class="c">// c</span>')
    const text = html
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
    expect(text).toBe(code)
  })
})
