import type { Surface } from './createDialog.js'

/** The modal in the page's own flow: always there, never above anything. */
export function createInline(shadow: ShadowRoot): Surface {
  const container = shadow.ownerDocument.createElement('div')
  container.className = 'modal'
  container.setAttribute('part', 'modal')
  container.setAttribute('role', 'region')
  container.setAttribute('aria-labelledby', 'title')
  return { container, show: () => {}, hide: () => {} }
}
