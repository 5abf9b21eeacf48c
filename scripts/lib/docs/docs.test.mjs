import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.mjs'
import { findDocumentErrors } from './findDocumentErrors.mjs'
import { listSnippets } from './listSnippets.mjs'
import { readDocument } from './readDocument.mjs'
import { policy, serveSite } from './site/serveSite.mjs'

/** @param {string} text */
const find = (text) => findDocumentErrors([readDocument('docs/a.md', text)], { root, commands: ['start'] })
const fence = '```'

describe('documents', () => {
  it.each([
    ['a link to a missing file', '[a](no.md)', 'docs/a.md:1: "no.md" does not exist.'],
    ['a link to a missing heading', '# A\n\n[a](#b)', 'docs/a.md:3: "#b": docs/a.md has no such heading.'],
    ['HTML', 'a <b>c</b>', 'docs/a.md:1: "<b></b>" is HTML. Write Markdown.'],
    ['invalid JSON', `${fence}json\n{ a: 1 }\n${fence}`, 'docs/a.md:1: Invalid JSON'],
    ['an unknown command', `${fence}sh\nnpm run nothing\n${fence}`, 'docs/a.md:1: Unknown command: "npm run nothing".'],
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
    ['a missing test', `[${absent}](../scripts/lib/docs/docs.test.mjs)`, `has no test "${absent}"`],
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
  it('follow the directives in comments, and know their line in the document', () => {
    const blocks = [
      `${fence}ts\nconst a = 1\n${fence}`,
      `<!-- continues -->\n\n${fence}ts\nconst b = a\n${fence}`,
      `<!-- before:\ndeclare const c: number\n-->\n\n${fence}tsx d.tsx\nc\n${fence}`,
      '<!-- file e.ts:\nexport const e = 1\n-->',
      `${fence}sh\nls\n${fence}`,
      `${fence}tsx [Vue]\nf\n${fence}`,
    ]
    const [first, second, third, hidden, labeled, ...rest] = listSnippets(
      readDocument('docs/a.md', blocks.join('\n\n')),
    )
    expect(rest).toEqual([])
    expect(first).toMatchObject({ line: 2, text: 'const a = 1\n\nexport {}\n' })
    // the block's own line 8 is line 2 of the file, after the previous block and an empty line
    expect(second?.text.split('\n').indexOf('const b = a')).toBe(2)
    expect((second?.line ?? 0) + 2).toBe(8)
    expect(third?.path).toBe('docs/.snippets/docs_a/d.tsx')
    expect(third?.text).toContain('declare const c: number\nc\n')
    // the label of a tab is not a file name
    expect(labeled?.path).toBe('docs/.snippets/docs_a/block4.tsx')
    expect(hidden).toMatchObject({ path: 'docs/.snippets/docs_a/e.ts', text: 'export const e = 1' })
  })
})

describe('the docs server', () => {
  it('serves only files in its folder, with a policy that allows no other host and nothing inline', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'))
    writeFileSync(join(folder, 'index.html'), 'home')
    writeFileSync(join(folder, 'options.html'), 'options')
    writeFileSync(join(folder, '404.html'), 'missing')
    const { url, stop } = await serveSite({ folder })
    const paths = ['', 'options', 'options.html', 'none.html', '..%2f..%2fpackage.json', '%']
    const responses = await Promise.all(paths.map((path) => fetch(`${url}${path}`)))
    const found = await Promise.all(responses.map(async (response) => `${response.status} ${await response.text()}`))
    await stop()
    rmSync(folder, { recursive: true })
    expect(found).toEqual(['200 home', '200 options', '200 options', ...Array(3).fill('404 missing')])
    for (const { headers } of responses) expect(headers.get('content-security-policy')).toBe(policy)
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
  })
})
