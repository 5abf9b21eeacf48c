import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { formatMarkdownTable } from '../formatMarkdownTable.mjs'
import { listFiles } from '../listFiles.mjs'

/** What each part is, by its name for `::part()`. */
const parts = {
  alert: 'an error above the view',
  badge: 'the icon of a network at the corner of the tile of a token',
  button: 'a button of the modal',
  card: 'the card within the modal',
  field: 'a label with its input',
  header: 'the header with the title and its buttons',
  'icon-button': 'a button that shows only an icon: back, close, help, copy',
  input: 'a text field',
  modal: 'the dialog, or the inline modal',
  primary: 'a main button; also a `button`',
  qr: 'a QR code with its frame',
  row: 'an item of a list: a wallet, a network, a token, a setting',
  selected: 'the selected tab; also a `tab`',
  tab: 'a tab',
  tabs: 'the list of tabs',
  tag: 'a short label at the end of a row: "Installed", "Recent"',
  tile: 'the square of an icon or initials',
  title: 'the title in the header',
  toast: 'a short message over the page',
  view: 'the view below the header',
}

/** What a page's stylesheet can select outside the shadow root. */
const selectors = {
  '.lk-button': 'a button of ours in your page',
  '.lk-button[data-kind]': '`primary` for the one that connects, else `plain`',
  '.lk-button[data-menu]': 'one that shows an account or a network; its `::after` is the arrow',
  '.lk-button[data-mode]': '`light` or `dark`, if `themeMode` is set; also on `latchkey-modal`',
  '.lk-account': 'the picture of the account within a button, with its network at the corner',
  '.lk-avatar': 'the picture itself',
  '.lk-balance': 'the balance within a button',
  '.lk-chain': 'the icon of the network at the corner of the picture',
  '.lk-icon': 'the icon of the wallet or the network within a button',
  '.lk-name': 'the name of the account, the network or the wallet within a button',
  '.lk-network': 'the icon of the network within a `NetworkButton`; also `.lk-icon`',
  '.lk-status': 'the text after the name: "Connecting…", "Connected" or "Not available"',
  '.lk-status[data-status]': '`connecting`, `connected` or `unavailable`',
  '.lk-tokens': 'an element of yours, in which the variables below are defined',
  '.lk-tokens[data-mode]': '`light` or `dark`; default: the setting of the system',
}

/**
 * Returns the page that lists every text, part and variable of the modal, read from the sources.
 *
 * @param {string} root of the repository
 */
export function renderTextsAndParts(root) {
  const ui = 'packages/ui-react'
  const files = listFiles(root)
    .filter((path) => path.startsWith(`${ui}/s`) && !/\.test\.|\/testing\//.test(path))
    .map((path) => ({ path: path.slice(ui.length + 1), text: readFileSync(join(root, path), 'utf8') }))
  const pageStyles = files.filter(({ path }) => /^styles\/.*\.css$|theme\/tokens\.css$/.test(path))
  const drawn = files.filter(({ path }) => /\.tsx?$/.test(path)).flatMap(({ text }) => listParts(text))
  const styled = pageStyles.flatMap(({ text }) => listSelectors(text))
  return `# Texts, parts and variables

Every text, part and variable that an app can change, read from the sources by a test. [Theming](theming.md) explains how to use them.

## Parts

Your stylesheet reaches them by \`latchkey-modal::part(row)\`.

${toTable(['Part', 'What it is'], toDescribed(parts, drawn))}

In your page:

${toTable(['Selector', 'What it is'], toDescribed(selectors, styled))}

## Variables

For \`themeVariables\` and \`setTheme\`, with their defaults.

${toTable(['Variable', 'Default'], listVariables(pageStyles.map(({ text }) => text).join('\n')))}

## Texts

For \`messages\`, by key. A word in braces is a parameter. A text with a number can have a form for each plural category,
as an object: \`{ one: '{count} wallet found', other: '{count} wallets found' }\`. A key in capitals is the text of the error with
this code.
${files.flatMap(renderTexts).join('')}`
}

/**
 * @param {Readonly<Record<string, string>>} described
 * @param {readonly string[]} found in the sources
 * @returns {string[][]} rows of a table; throws if the two differ
 */
function toDescribed(described, found) {
  const missing = [...new Set(found)].filter((name) => !(name in described))
  const gone = Object.keys(described).filter((name) => !found.includes(name))
  if (missing.length + gone.length > 0)
    throw new Error(`Describe or remove in renderTextsAndParts.mjs: ${[...missing, ...gone].join(', ')}.`)
  return Object.entries(described)
}

/** @param {string} source */
function listParts(source) {
  const places = [...source.matchAll(/\bpart=("[^"]*"|\{[^}]*\})|'part', '([\w-]+)'/g)]
  return places.flatMap(([, value, set]) => {
    const texts = set === undefined ? [...(value ?? '').matchAll(/["']([\w -]+)["']/g)].map(([, text]) => text) : [set]
    return texts.flatMap((text) => text?.split(' ') ?? [])
  })
}

/** @param {string} css */
function listSelectors(css) {
  return [...css.matchAll(/\.lk-[\w-]+(?:\[data-[\w-]+)?/g)].map(([text]) => (text.includes('[') ? `${text}]` : text))
}

/** @param {string} css */
function listVariables(css) {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...plain.matchAll(/(--lk-[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
    name,
    `\`${value.replaceAll(/\s+/g, ' ').trim()}\``,
  ])
}

/** @param {{ path: string, text: string }} file */
function renderTexts({ path, text }) {
  if (!/(^|\/)messages(\.ts$|\/)/.test(path) || path.endsWith('/keys.ts')) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  /** @type {string[][]} */
  const rows = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const text = ts.isPropertyAssignment(node) ? readText(node.initializer) : undefined
    if (text !== undefined)
      rows.push([/** @type {ts.Identifier} */ (/** @type {ts.PropertyAssignment} */ (node).name).text, toCell(text)])
    else ts.forEachChild(node, visit)
  }
  visit(source)
  const [, feature] = /features\/([\w-]+)\//.exec(path) ?? /messages\/(\w+)/.exec(path) ?? []
  const title = (feature ?? '').replace(/^./, (first) => first.toUpperCase())
  return [`\n### ${title}\n\n${toTable(['Key', 'English'], rows)}\n`]
}

/**
 * The text of a key, or its plural forms: `one: … / other: …`.
 *
 * @param {ts.Expression} value
 * @returns {string | undefined}
 */
function readText(value) {
  if (ts.isStringLiteralLike(value)) return value.text
  if (!ts.isObjectLiteralExpression(value)) return undefined
  const forms = value.properties.map((form) => {
    if (!ts.isPropertyAssignment(form)) return undefined
    const text = readText(form.initializer)
    return text && `${/** @type {ts.Identifier} */ (form.name).text}: ${text}`
  })
  return forms.join(' / ')
}

/** @param {string} text */
const toCell = (text) => text.replaceAll(/[|*_<]/g, '\\$&')

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows names first
 */
function toTable(head, rows) {
  return formatMarkdownTable([head, ...rows.map(([name, ...rest]) => [`\`${name}\``, ...rest])])
}
