import { h } from '../h.js'

/** Untrusted text, isolated so that it can't change the direction of the surrounding text. */
export function createForeign(text: string): HTMLElement {
  return h('bdi', {}, ...toVisibleText(text))
}

/** An address or hash, in full and in groups, to be compared letter by letter. Its ends are emphasized, as people recognize those. */
export function createAddress(address: string): HTMLElement {
  const groups = address.match(/^0x.{1,4}|.{1,4}/gu) ?? []
  return h('code', { class: 'address', dir: 'ltr' }, ...groups.map((group) => h('span', {}, group)))
}

/** The user's own account, shortened: there is one per namespace. */
export function createAccount(name: string, account: string): HTMLElement {
  const short = `${account.slice(0, account.startsWith('0x') ? 6 : 4)}…${account.slice(-4)}`
  return createFact(name, h('code', { dir: 'ltr', title: account }, short))
}

/** A list of facts. */
export function createFacts(...rows: readonly (HTMLElement | null | false)[]): HTMLElement | null {
  const present = rows.filter((row) => row !== null && row !== false)
  return present.length > 0 ? h('dl', { class: 'facts' }, ...present) : null
}

/** A short fact: name and value on one line. */
export function createFact(name: string, value: string | Node, note?: string | undefined): HTMLElement {
  return h('div', {}, h('dt', {}, name), h('dd', {}, h('bdi', {}, value), note !== undefined && h('small', {}, note)))
}

/** A fact that needs its own line, such as an address. */
export function createWideFact(name: string, value: Node, note?: string | undefined): HTMLElement {
  return h('div', { class: 'wide' }, h('dt', {}, name), h('dd', {}, value, note !== undefined && h('small', {}, note)))
}

/** Optional details, closed at first. */
export function createDetails(name: string, ...children: readonly (Node | null)[]): HTMLElement {
  return h('details', { class: 'details' }, h('summary', {}, name), ...children)
}

/** Bytes as hex, in a box. */
export function createBytes(hex: string): HTMLElement {
  return h('pre', { class: 'text bytes', dir: 'ltr' }, hex)
}

/** Foreign text in a box, line breaks kept. Each paragraph has its own direction. */
export function createText(text: string): HTMLElement {
  return h('pre', { class: 'text', dir: 'auto' }, ...toVisibleText(text))
}

export function createNote(text: string, { isSevere }: { readonly isSevere: boolean }): HTMLElement {
  const tone = isSevere ? 'bad' : 'warn'
  return h('p', { class: 'note', 'data-tone': tone }, createIcon('warn'), h('bdi', {}, text))
}

/** The operator's logo; null without one. Only from this site. */
export function createLogo(path: string | undefined): HTMLElement | null {
  if (path === undefined || !/^\/brand\/[\w-]+\.(?:png|jpeg)$/.test(path)) return null
  const image = h('img', { class: 'logo' })
  image.alt = ''
  image.src = path
  return image
}

/** The host of the page that asks. */
export function createSite(origin: string): HTMLElement {
  return h('span', { class: 'site' }, createIcon('site'), h('b', { dir: 'ltr' }, toSite(origin)))
}

/** The host; the scheme only if it isn't https. */
function toSite(origin: string): string {
  return origin.startsWith('https://') ? origin.slice('https://'.length) : origin
}

/** A structured message as fields: names and values, nested where they are. */
export function createFields(value: JsonFields): HTMLElement {
  return h('section', { class: 'tree' }, renderFields(value))
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type JsonFields = readonly Json[] | { readonly [name: string]: Json }

/**
 * Parses a message that is a JSON object or list; null for any other text. Only JSON as programs write it counts: text that changes
 * when it is serialized again, e.g. because of a duplicate name, could mean something else to other parsers.
 */
export function parseFields(text: string): JsonFields | null {
  if (!/^[[{]/.test(text) || text.length > maxFieldsLength) return null
  try {
    const value = JSON.parse(text) as JsonFields
    if (Object.keys(value).length === 0 || !isShallow(value, maxFieldsDepth)) return null
    return [undefined, 2, 4, '\t'].some((indent) => JSON.stringify(value, null, indent) === text) ? value : null
  } catch {
    return null // not JSON
  }
}

/** Longer or deeper messages are shown as text. */
const maxFieldsLength = 16_384
const maxFieldsDepth = 8

function isShallow(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value as JsonFields).every((item: Json) => isShallow(item, depth - 1))
}

function renderFields(value: JsonFields): HTMLElement {
  const entries = Array.isArray(value)
    ? value.map((item, index) => [`${index + 1}.`, item] as const)
    : Object.entries(value)
  return h('ul', {}, ...entries.map(([name, item]) => renderField(name, item as Json)))
}

function renderField(name: string, value: Json): HTMLElement {
  const label = h('span', { class: 'name' }, createForeign(name))
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return h('li', {}, label, renderFields(value as JsonFields))
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  return h('li', {}, label, h('span', { class: 'value' }, createForeign(shown)))
}

/** The main fact, in large type. */
export function createHero(value: string | Node, unit?: string | undefined): HTMLElement {
  return h(
    'p',
    { class: 'hero', dir: 'ltr' },
    h('bdi', {}, value),
    unit !== undefined && h('bdi', { class: 'unit' }, unit),
  )
}

/** Paths on a 24-unit grid, drawn for this project. */
const paths = {
  warn: 'M12 4 3 20h18L12 4Zm0 6v4.5m0 2.5v.01',
  site: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6 12 3Z',
  open: 'M13 5h6v6m0-6-9 9M10 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-3',
  down: 'M12 5v14m-6-6 6 6 6-6',
  note: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5m0-8v.01',
} as const

type IconName = keyof typeof paths

export function createIcon(name: IconName): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(space, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', paths[name])
  icon.append(path)
  return icon
}

/** Control, bidi and invisible characters; joiners shape letters and stay. [UAX #9] */
const hiddenCharacters =
  /((?:(?!\r\n)[^\P{Cc}\n\t]|(?![\u200c\u200d])\p{Cf}|[\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]))\1*/gu

/** Max elements for hidden characters; the rest is marked in the text itself, so that no text can crash a browser. */
const maxMarks = 500

/** Renders foreign text with each hidden character named, so that none of them hides or reorders its surroundings. */
export function toVisibleText(text: string): readonly Node[] {
  const nodes: Node[] = []
  let from = 0
  for (const match of text.matchAll(hiddenCharacters)) {
    if (nodes.length >= 2 * maxMarks) break
    nodes.push(document.createTextNode(text.slice(from, match.index)))
    nodes.push(h('span', { class: 'hidden-character' }, toName(match[0], match[1] ?? '')))
    from = match.index + match[0].length
  }
  const rest = text.slice(from).replace(hiddenCharacters, (run: string, one: string) => `‹${toName(run, one)}›`)
  nodes.push(document.createTextNode(rest))
  return nodes
}

function toName(run: string, one: string): string {
  const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const count = run.length / one.length
  return count > 1 ? `U+${code} ×${count}` : `U+${code}`
}
