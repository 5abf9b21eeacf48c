import { createIcon } from '../createIcon.js'
import { h } from '../h.js'
import { toVisibleText } from '../toVisibleText.js'

/** A foreign text beside ours: it cannot turn the direction of what stands around it. */
export function createForeign(text: string): HTMLElement {
  return h('bdi', {}, ...toVisibleText(text))
}

/** An address or hash, whole and in groups, to be compared letter by letter; its ends stand out, as these are what people know. */
export function createAddress(address: string): HTMLElement {
  const groups = address.match(/^0x.{1,4}|.{1,4}/gu) ?? []
  return h('code', { class: 'address', dir: 'ltr' }, ...groups.map((group) => h('span', {}, group)))
}

/** The visitor's own account: there is one for each chain family, so that its ends tell it. */
export function createAccount(name: string, account: string): HTMLElement {
  const short = `${account.slice(0, account.startsWith('0x') ? 6 : 4)}…${account.slice(-4)}`
  return createFact(name, h('code', { dir: 'ltr', title: account }, short))
}

/** Facts, one below the other. */
export function createFacts(...rows: readonly (HTMLElement | null | false)[]): HTMLElement | null {
  const present = rows.filter((row) => row !== null && row !== false)
  return present.length > 0 ? h('dl', { class: 'facts' }, ...present) : null
}

/** A short fact: name and value on one line. */
export function createFact(name: string, value: string | Node, note?: string | undefined): HTMLElement {
  return h('div', {}, h('dt', {}, name), h('dd', {}, h('bdi', {}, value), note !== undefined && h('small', {}, note)))
}

/** A fact that needs a line of its own, such as an address. */
export function createWideFact(name: string, value: Node, note?: string | undefined): HTMLElement {
  return h('div', { class: 'wide' }, h('dt', {}, name), h('dd', {}, value, note !== undefined && h('small', {}, note)))
}

/** What is there for whoever wants to look at it: closed at first, as it is not for everybody. */
export function createDetails(name: string, ...children: readonly (Node | null)[]): HTMLElement {
  return h('details', { class: 'details' }, h('summary', {}, name), ...children)
}

/** Bytes, as hex, in a box of its own. */
export function createBytes(hex: string): HTMLElement {
  return h('pre', { class: 'text bytes', dir: 'ltr' }, hex)
}

/** A foreign text as it is, line breaks kept, in a box of its own; each paragraph has the direction that it is written in. */
export function createText(text: string): HTMLElement {
  return h('pre', { class: 'text', dir: 'auto' }, ...toVisibleText(text))
}

export function createNote(text: string, { isSevere }: { readonly isSevere: boolean }): HTMLElement {
  const tone = isSevere ? 'bad' : 'warn'
  return h('p', { class: 'note', 'data-tone': tone }, createIcon('warn'), h('bdi', {}, text))
}

/** The one thing that matters, large. */
export function createHero(value: string | Node, unit?: string | undefined): HTMLElement {
  return h(
    'p',
    { class: 'hero', dir: 'ltr' },
    h('bdi', {}, value),
    unit !== undefined && h('bdi', { class: 'unit' }, unit),
  )
}
