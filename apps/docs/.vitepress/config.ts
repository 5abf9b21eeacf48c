import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { toSlug } from '../../../scripts/lib/docs/toSlug.mjs'
import { codeTheme, styleCode } from '../src/code.js'
import { apiPaths, contents, type Page, pictures } from '../src/contents.js'
import { extendMarkdown } from '../src/markdown.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const srcDir = 'dist/pages'

// VitePress reads one folder: the documents of the repository are collected there, next to the API reference
const folder = join(root, 'apps/docs', srcDir)
for (const { source, name } of contents.flatMap((section) => section.pages)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  cpSync(join(root, source), join(folder, `${name}.md`))
}
cpSync(join(root, pictures), join(folder, 'media'), { recursive: true })

function toItem({ source, name }: Page): { text: string; link: string } {
  const title = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8'))?.[1]
  if (title === undefined) throw new Error(`${source} has no title. Start it with "# …".`)
  return { text: title.replace('@latchkey/', ''), link: `/${name}` }
}

const sections = contents.map(({ title, pages }) => ({ text: title, items: pages.map(toItem) }))
const reference = {
  text: 'API reference',
  items: apiPaths.map((path) => ({ text: path, link: `/api/${path}` })),
}

const description = 'An open-source wallet-connection modal with an embedded wallet, for EVM, Solana and Bitcoin'

export default defineConfig({
  lang: 'en',
  title: 'Latchkey',
  description,
  srcDir,
  cacheDir: 'node_modules/.cache/vitepress',
  ignoreDeadLinks: 'localhostLinks',
  // it would add a style element for a moment, which the policy of the site forbids
  appearance: { disableTransition: false },
  // as a file: the policy of the site allows no inline script
  metaChunk: true,
  markdown: {
    theme: codeTheme,
    codeTransformers: [styleCode],
    anchor: { slugify: toSlug },
    config: extendMarkdown,
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') } } },
  vite: {
    publicDir: join(root, 'apps/docs/public'),
    build: { target: 'es2022', chunkSizeWarningLimit: 2000 },
  },
  themeConfig: {
    logo: '/key.svg',
    nav: [
      { text: 'Guides', link: '/quick-start', activeMatch: '^/(?!api/|packages/|$)' },
      { text: 'Packages', link: '/packages/ui-react', activeMatch: '^/packages/' },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
    ],
    sidebar: { '/': sections, '/api/': [reference] },
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        // names and descriptions of the reference are searched; its code and tables repeat them
        _render: (text, env, md) =>
          md.render(
            env.relativePath.startsWith('api/') ? text.replaceAll(/^```[\s\S]*?^```$|^\|.*$/gm, '') : text,
            env,
          ),
      },
    },
    footer: { message: 'MIT license' },
  },
  transformPageData({ relativePath }) {
    if (relativePath !== 'index.md') return
    return {
      title: 'Latchkey',
      titleTemplate: description,
      frontmatter: {
        layout: 'home',
        hero: {
          name: 'Latchkey',
          text: 'The wallet modal that you own',
          tagline: `${description}. No account, no vendor, no request before the user acts.`,
          actions: [
            { text: 'Quick start', link: '/quick-start' },
            { text: 'Embedded wallet', link: '/embedded-wallet', theme: 'alt' },
          ],
        },
      },
    }
  },
  transformHead: ({ siteData }) => [['link', { rel: 'icon', href: `${siteData.base}key.svg`, type: 'image/svg+xml' }]],
  transformHtml: (html, _, { siteConfig: { outDir, site } }) =>
    // the policy of the site allows no inline script and no style attribute
    html
      .replaceAll(/<script((?:(?!\ssrc=)[^>])*)>([^<]+)<\/script>/g, (_whole, attributes: string, code: string) => {
        const name = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
        mkdirSync(join(outDir, 'assets'), { recursive: true })
        writeFileSync(join(outDir, name), code)
        return `<script${attributes} src="${site.base}${name}"></script>`
      })
      .replaceAll(/(<[a-z][^<>]*?) style="[^"]*"/g, '$1'),
})
