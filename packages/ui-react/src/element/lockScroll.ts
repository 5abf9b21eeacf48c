import { adopt } from '../theme/adopt.js'

/** Keeps the page behind from scrolling, without touching its attributes or moving its content; returns the undo. */
export function lockScroll(document: Document): () => void {
  const { clientWidth } = document.documentElement
  const hasScrollbar = (document.defaultView?.innerWidth ?? clientWidth) > clientWidth
  return adopt(document, `html{overflow:hidden!important${hasScrollbar ? ';scrollbar-gutter:stable' : ''}}`)
}
