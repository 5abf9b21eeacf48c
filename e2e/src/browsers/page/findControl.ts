import type { Point } from '../BrowserPage.js'

export type Role = 'button' | 'textbox' | 'heading' | 'dialog' | 'alert' | 'image'

export type ControlQuery = {
  readonly role: Role
  /** The whole name, or a pattern written as `/…/`. */
  readonly name: string
  readonly isPattern: boolean
}

export type Control = {
  /** Its center. */
  readonly point: Point
  readonly width: number
  readonly height: number
  readonly text: string
  readonly isEnabled: boolean
  readonly hasFocus: boolean
}

/**
 * Runs in a page: returns the control with this role and name, in any shadow tree, that a pointer can reach: visible,
 * not covered, and not inert. Null if there is none.
 */
export function findControl({ role, name, isPattern }: ControlQuery): Control | null {
  const selectors = {
    button: 'button, [role=button], a[role=button]',
    textbox: 'input:not([type]), input[type=text], input[type=email], input[type=search], textarea',
    heading: 'h1, h2, h3, h4',
    dialog: 'dialog[open]',
    alert: '[role=alert]',
    image: 'img, [role=img]',
  }
  const toText = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? ''
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
    const label = node.getAttribute('aria-label') ?? node.getAttribute('alt')
    if (label !== null) return label
    if (getComputedStyle(node).display === 'none') return ''
    return [...node.childNodes].map(toText).join(' ')
  }
  const toName = (element: Element): string => {
    const root = element.getRootNode() as Document | ShadowRoot
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = (element as HTMLInputElement).labels
    const labelled = [...ids.map((id) => root.getElementById(id)), ...(labels ?? [])].filter((one) => one !== null)
    const text =
      labelled.length > 0 && !element.hasAttribute('aria-label') ? labelled.map(toText).join(' ') : toText(element)
    return text.replace(/\s+/g, ' ').trim()
  }
  const isWanted = (element: Element): boolean => {
    const own = toName(element)
    return isPattern ? new RegExp(name).test(own) : own === name
  }
  const collect = (root: ParentNode): readonly Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(selectors[role]) && isWanted(element) ? [element] : []),
      ...(element.shadowRoot ? collect(element.shadowRoot) : []),
    ])
  /** Returns the topmost element at the point, through all shadow trees. */
  const hit = ({ x, y }: Point): Element | null => {
    let found = document.elementFromPoint(x, y)
    for (let root = found?.shadowRoot; root; root = found?.shadowRoot) {
      const inner = root.elementFromPoint(x, y)
      if (!inner || inner === found) break
      found = inner
    }
    return found
  }
  const isIn = (node: Node | null, element: Element): boolean => {
    for (let at = node; at; at = at.parentNode ?? (at as ShadowRoot).host ?? null) if (at === element) return true
    return false
  }
  for (const element of collect(document)) {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const point = { x: left + width / 2, y: top + height / 2 }
    if (width === 0 || height === 0 || !isIn(hit(point), element)) continue
    const { activeElement } = element.getRootNode() as Document | ShadowRoot
    const isEnabled = !element.matches(':disabled, [aria-disabled=true]')
    return { point, width, height, text: toName(element), isEnabled, hasFocus: activeElement === element }
  }
  return null
}
