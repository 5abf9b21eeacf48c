import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMarkdownRenderer, type MarkdownRenderer } from 'vitepress'
import { beforeAll, describe, expect, it } from 'vitest'
import { listPackages } from '../../../scripts/lib/listPackages.mjs'
import { root } from '../../../scripts/lib/root.mjs'
import { codeTheme, styleCode } from './code.js'
import { apiPaths, contents } from './contents.js'
import { extendMarkdown } from './markdown.js'

const fence = '```'
let markdown: MarkdownRenderer

beforeAll(async () => {
  const options = { theme: codeTheme, codeTransformers: [styleCode], config: extendMarkdown }
  markdown = await createMarkdownRenderer(root, options)
})

const render = (text: string, page = 'options'): string =>
  markdown.render(text, { path: `${page}.md`, relativePath: `${page}.md`, cleanUrls: false })

describe('documents of the repository', () => {
  it('link to existing pages, and render other links as plain text', () => {
    const html = render('[a](csp.md#b) [b](../packages/core) [c](../examples/next) [d](#e) [f](https://g.example)')
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      '/csp.html#b',
      '/packages/core.html',
      '#e',
      'https://g.example',
    ])
    expect(html).toContain(' c ')
  })

  it('resolve links relative to the source document', () => {
    expect(render('[a](../../docs/index.md)', 'packages/core')).toContain('href="/"')
    expect(render('[a](docs/csp.md)', 'project/security')).toContain('href="/csp.html"')
  })

  it('omit comments that are meant for the checks', () => {
    expect(render('<!-- before:\nconst secret = 1\n-->\n\nText')).toBe('<p>Text</p>\n')
  })

  it('wrap tables in a focusable, labeled region, without style attributes', () => {
    const table = '| A | B |\n| :- | -: |\n| c | d |'
    const html = render(`## \`a\` and b\n\n${table}\n\nText\n\n${table}`)
    expect(html).toContain('<div class="table" tabindex="0" role="region" aria-label="Table: a and b"><table>')
    expect(html).toContain('aria-label="Table: a and b (2)"')
    expect(html).not.toContain('style=')
  })
})

describe('code', () => {
  it('is highlighted with classes, and keeps its full text', () => {
    const code = "const a = `<b>` // c\nexport const d = <p title='x'>It's {a}</p>\n"
    const html = render(`${fence}tsx\n${code}${fence}`)
    expect(html).toContain('<span class="code-keyword">const</span>')
    expect(html).toContain('<span class="code-comment"> // c</span>')
    expect(html).not.toContain('style=')
    const [, shown = ''] = /<code[^>]*>(.*)<\/code>/s.exec(html) ?? []
    const text = shown
      .replace(/<[^>]+>/g, '')
      .replaceAll(/&#x([\dA-F]+);/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
      .replaceAll('&lt;', '<')
      .replaceAll('&#39;', "'")
    expect(text.trim()).toBe(code.trim())
  })

  it('shows the name of its file', () => {
    expect(render(`${fence}ts src/a.ts\na\n${fence}`)).toContain('<span class="file">src/a.ts</span>')
    expect(render(`${fence}ts [A]\na\n${fence}`)).not.toContain('class="file"')
  })

  it('becomes tabs if labeled blocks are adjacent, even with a comment between them', () => {
    const block = (label: string): string => `${fence}sh [${label}]\n${label} install\n${fence}\n\n`
    const html = render(`${block('npm')}<!-- continues -->\n\n${block('pnpm')}Text\n\n${block('alone')}`)
    expect([...html.matchAll(/<label[^>]*>(.*?)<\/label>/g)].map(([, label]) => label)).toEqual(['npm', 'pnpm'])
    expect([...html.matchAll(/class="(language-sh[^"]*)"/g)].map(([, names]) => names)).toEqual([
      'language-sh active',
      'language-sh',
      'language-sh',
    ])
  })
})

describe('npm commands', () => {
  const toCommands = (commands: string): string[] =>
    [...render(`${fence}sh\n${commands}\n${fence}`).matchAll(/<code[^>]*>(.*?)<\/code>/gs)].map(([, code = '']) =>
      code.replace(/<[^>]+>/g, '').trim(),
    )

  it.each([
    ['npm install a @b/c', ['npm install a @b/c', 'pnpm add a @b/c', 'yarn add a @b/c', 'bun add a @b/c']],
    ['npm install --save-dev a', ['npm install --save-dev a', 'pnpm add -D a', 'yarn add -D a', 'bun add -d a']],
    [
      'npm create latchkey@latest app -- --logins',
      [
        'npm create latchkey@latest app -- --logins',
        'pnpm create latchkey@latest app --logins',
        'yarn create latchkey@latest app --logins',
        'bun create latchkey@latest app --logins',
      ],
    ],
  ])('are shown for each package manager: %s', (command, expected) => expect(toCommands(command)).toEqual(expected))

  it.each(['npm start', 'npm install a\nnpm start'])(
    'remain unchanged if other package managers cannot run them: %s',
    (commands) => expect(toCommands(commands)).toEqual([commands]),
  )
})

describe('the navigation', () => {
  const sources = contents.flatMap(({ pages }) => pages.map(({ source }) => source))
  const packages = listPackages(root).map(({ folder }) => folder)

  it('has every guide, every README of a published package or an app, and nothing else', () => {
    const guides = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))
    const apps = readdirSync(join(root, 'apps')).map((name) => `apps/${name}`)
    const readmes = [...packages, ...apps].map((folder) => `${folder}/README.md`)
    const all = [...guides.map((file) => `docs/${file}`), ...readmes.filter((path) => existsSync(join(root, path)))]
    expect(all.filter((path) => !sources.includes(path))).toEqual([])
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(new Set(sources).size).toBe(sources.length)
  })

  it('has every guide linked from the first page, too', () => {
    const index = readFileSync(join(root, 'docs/index.md'), 'utf8')
    const guides = sources.filter((path) => path.startsWith('docs/') && path !== 'docs/index.md')
    expect(guides.filter((path) => !index.includes(`](${path.slice(5)})`))).toEqual([])
  })

  it('has each package with an import path in the API reference, which TypeDoc reads', () => {
    const { entryPoints } = JSON.parse(readFileSync(new URL('../typedoc.json', import.meta.url), 'utf8'))
    const read = (entryPoints as string[]).map((path) =>
      path.replace(/^.*packages\/(.+)\/src\/exports\/(.+)\.ts$/, '$1/$2').replace(/\/index$/, ''),
    )
    expect([...read].sort()).toEqual([...apiPaths].sort())
    const programs = ['cdn', 'codemod', 'create-latchkey']
    const names = packages.map((folder) => folder.slice('packages/'.length))
    expect(names.filter((name) => !programs.includes(name) && !apiPaths.includes(name))).toEqual([])
  })
})
