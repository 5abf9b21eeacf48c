import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { contents } from './contents.js'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

const pages = contents.flatMap((section) => section.pages)

/**
 * Extends VitePress for documents that are also read on GitHub, where they are plain Markdown:
 *
 * - Links between documents of the repository lead to their pages. Links to other files become plain text.
 * - Adjacent code blocks with a label, ```` ```sh [npm] ````, become tabs.
 * - A block of `npm install` or `npm create` commands becomes tabs too, one for each package manager.
 * - A word after the language, ```` ```ts modal.ts ````, is the file's name, and is shown above the block.
 * - Tables scroll in a box of their own, which the keyboard can reach.
 * - HTML comments, which are for the checks, are left out.
 */
export function extendMarkdown(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-documents', (state) => {
    const { tokens, env } = state
    const source = pages.find(({ name }) => `${name}.md` === env.relativePath)?.source
    const kept = tokens.filter(({ type, content }) => type !== 'html_block' || !/^<!--[\s\S]*-->\s*$/.test(content))
    if (source !== undefined) for (const token of kept) if (token.children) resolveLinks(token.children, source)
    nameTables(kept)
    // the first page begins with the hero of the theme
    const shown = env.relativePath === 'index.md' ? kept.slice(kept[0]?.tag === 'h1' ? 3 : 0) : kept
    state.tokens = groupTabs(shown.flatMap(addPackageManagers), md)
  })
  const { rules } = md.renderer
  const { fence } = rules
  rules.fence = (tokens, index, options, env, self) => {
    const block = fence?.(tokens, index, options, env, self) ?? ''
    const name = /^\w+ ([\w./-]+)/.exec(tokens[index]?.info ?? '')?.[1]
    return name === undefined || name === 'active'
      ? block
      : block.replace('>', `><span class="file">${md.utils.escapeHtml(name)}</span>`)
  }
  Object.assign(rules, {
    table_open: (tokens: readonly Token[], index: number) =>
      `<div class="table" tabindex="0" role="region" aria-label="${md.utils.escapeHtml(tokens[index]?.attrGet('aria-label') ?? '')}"><table>\n`,
    table_close: () => '</table></div>\n',
    // an `align` of Markdown would become a style attribute, which the policy of the site forbids
    th_open: () => '<th>',
    td_open: () => '<td>',
  })
}

/** Changes the links of a document in place. */
function resolveLinks(children: Token[], source: string): void {
  let isPlain = false
  const kept = children.filter((token) => {
    if (token.type === 'link_open') {
      const href = toPageLink(String(token.attrGet('href')), source)
      isPlain = href === undefined
      if (href !== undefined) token.attrSet('href', href)
      return !isPlain
    }
    return token.type !== 'link_close' || !isPlain
  })
  children.splice(0, children.length, ...kept)
}

/**
 * @param href as it stands in the document
 * @param source path of the document, relative to the repository
 * @returns undefined if no page is about it
 */
function toPageLink(href: string, source: string): string | undefined {
  if (/^([a-z][a-z\d+.-]*:|#)/i.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.join(posix.dirname(source), path).replace(/\/$/, '')
  const page = pages.find((item) => item.source === target || item.source === `${target}/README.md`)
  return page && `/${page.name}.md${anchor === undefined ? '' : `#${anchor}`}`
}

/** Commands of other package managers that install a package or create an app. */
const packageManagers = [
  { label: 'npm', install: 'npm install', dev: '--save-dev', create: 'npm create', separator: ' --' },
  { label: 'pnpm', install: 'pnpm add', dev: '-D', create: 'pnpm create', separator: '' },
  { label: 'yarn', install: 'yarn add', dev: '-D', create: 'yarn create', separator: '' },
  { label: 'bun', install: 'bun add', dev: '-d', create: 'bun create', separator: '' },
]

/** Returns a block of npm commands once for each package manager, with its label; any other token as it is. */
function addPackageManagers(token: Token): readonly Token[] {
  const { type, info, content } = token
  const isNpm = /^(npm (install|create) .+\n)+$/.test(content)
  if (type !== 'fence' || info.trim() !== 'sh' || !isNpm) return [token]
  return packageManagers.map(({ label, install, dev, create, separator }) => {
    const commands = content
      .replaceAll(/^npm install/gm, install)
      .replaceAll(' --save-dev', ` ${dev}`)
      .replaceAll(
        /^npm create (.+?)( -- |$)/gm,
        (_, app: string, end: string) => `${create} ${app}${end.replace(' --', separator)}`,
      )
    return toToken([token], { type, tag: 'code', content: commands, info: `sh [${label}]`, markup: token.markup })
  })
}

const toLabel = ({ type, info }: Token): string | undefined =>
  type === 'fence' ? /\[(.+)\]/.exec(info)?.[1] : undefined

/** Wraps runs of labeled blocks into the tabs of VitePress. */
function groupTabs(tokens: readonly Token[], md: MarkdownRenderer): Token[] {
  const result: Token[] = []
  let run: Token[] = []
  const flush = (): void => {
    result.push(...(run.length < 2 ? run : toTabs(run, `tabs-${result.length}`, md)))
    run = []
  }
  for (const token of tokens) {
    if (toLabel(token) === undefined) {
      flush()
      result.push(token)
    } else run.push(token)
  }
  flush()
  return result
}

function toTabs(blocks: readonly Token[], group: string, md: MarkdownRenderer): readonly Token[] {
  const tabs = blocks.map((token, index) => {
    const label = md.utils.escapeHtml(toLabel(token) ?? '')
    const id = `${group}-${index}`
    return `<input type="radio" name="${group}" id="${id}"${index === 0 ? ' checked' : ''}><label data-title="${label}" for="${id}">${label}</label>`
  })
  const [first] = blocks
  if (first) first.info += ' active'
  const head = `<div class="vp-code-group"><div class="tabs">${tabs.join('')}</div><div class="blocks">\n`
  return [toHtml(blocks, head), ...blocks, toHtml(blocks, '</div></div>\n')]
}

const toHtml = (tokens: readonly Token[], content: string): Token =>
  toToken(tokens, { type: 'html_block', tag: '', content })

/** Creates a token of the class of others: VitePress exports none. */
function toToken([other]: readonly Token[], fields: Pick<Token, 'type' | 'tag' | 'content'> & Partial<Token>): Token {
  const Constructor = other?.constructor as new (type: string, tag: string, nesting: number) => Token
  return Object.assign(new Constructor(fields.type, fields.tag, 0), { block: true, ...fields })
}

/** Names each table by the heading above it and its number below that heading: each region needs its own name. */
function nameTables(tokens: readonly Token[]): void {
  const counts = new Map<string, number>()
  let heading = ''
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') heading = toText(tokens[index + 1])
    if (token.type !== 'table_open') continue
    const count = (counts.get(heading) ?? 0) + 1
    counts.set(heading, count)
    token.attrSet('aria-label', `Table: ${heading}${count > 1 ? ` (${count})` : ''}`)
  }
}

/** Returns the text of a heading, without the link to it. */
function toText(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
    .trim()
}
