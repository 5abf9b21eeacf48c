import type { Point } from '../BrowserPage.js'

export type FrameQuery = { readonly address: string; readonly what: 'element' | 'corner' }

/**
 * Runs in a page: returns the frame whose URL has this prefix, also in a shadow tree, or the upper left corner of its
 * content; null if there is none.
 */
export function findFrame({ address, what }: FrameQuery): HTMLIFrameElement | Point | null {
  const search = (root: ParentNode): HTMLIFrameElement | null => {
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof HTMLIFrameElement && element.src.startsWith(address)) return element
      const inside = element.shadowRoot && search(element.shadowRoot)
      if (inside) return inside
    }
    return null
  }
  const frame = search(document)
  if (!frame || what === 'element') return frame
  const { left, top } = frame.getBoundingClientRect()
  return { x: left + frame.clientLeft, y: top + frame.clientTop }
}
