import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'

type ViewFrameProps = { readonly isBusy: boolean; readonly children: ReactNode }

/** The scrolling area of a view. Shows at its edges that there is more, and cross-fades with the view after it. */
export function ViewFrame({ isBusy, children }: ViewFrameProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const view = frame.current
    if (!view || !content.current) return undefined
    const mark = (): void => {
      // half a pixel: some zoom levels never reach the end
      const below = view.scrollHeight - view.clientHeight - view.scrollTop
      view.toggleAttribute('data-above', view.scrollTop > 0.5)
      view.toggleAttribute('data-below', below > 0.5)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(view)
    observer.observe(content.current)
    view.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      view.removeEventListener('scroll', mark)
      // React has not removed it yet
      fadeOut(view)
    }
  }, [])
  return (
    <div className="view" part="view" aria-busy={isBusy} ref={frame}>
      <div ref={content}>{children}</div>
    </div>
  )
}

/**
 * Leaves a snapshot of a view that fades out over the next one. It is in a closed shadow root: neither the page nor
 * assistive technology find the controls of a view that is gone.
 */
function fadeOut(view: HTMLElement): void {
  const root = view.getRootNode()
  const dialog = view.closest('dialog')
  const isReduced = view.ownerDocument.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!(root instanceof ShadowRoot) || !dialog?.open || isReduced || view.clientHeight === 0) return
  const snapshot = view.ownerDocument.createElement('div')
  snapshot.className = 'leaving'
  snapshot.inert = true
  snapshot.setAttribute('aria-hidden', 'true')
  const shadow = snapshot.attachShadow({ mode: 'closed' })
  // without the tokens: those of the app are inherited
  shadow.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !isTokens(sheet))
  const copy = view.cloneNode(true) as HTMLElement
  shadow.append(copy)
  snapshot.style.setProperty('--top', `${view.offsetTop}px`)
  snapshot.style.setProperty('--start', `${view.offsetLeft}px`)
  snapshot.style.setProperty('--width', `${view.offsetWidth}px`)
  snapshot.style.setProperty('--height', `${view.offsetHeight}px`)
  view.parentElement?.append(snapshot)
  copy.scrollTop = view.scrollTop
  for (const end of ['animationend', 'animationcancel']) snapshot.addEventListener(end, () => snapshot.remove())
}

function isTokens(sheet: CSSStyleSheet): boolean {
  return Array.from(sheet.cssRules).some((rule) => rule instanceof CSSLayerBlockRule && rule.name === 'tokens')
}
