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
 * Leaves a picture of a view that fades out over the next one. The picture is in a closed shadow root: neither the page nor
 * assistive technology find the controls of a view that is gone.
 */
function fadeOut(view: HTMLElement): void {
  const root = view.getRootNode()
  const dialog = view.closest('dialog')
  const isReduced = view.ownerDocument.defaultView?.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!(root instanceof ShadowRoot) || !dialog?.open || isReduced || view.clientHeight === 0) return
  const picture = view.ownerDocument.createElement('div')
  picture.className = 'leaving'
  picture.inert = true
  picture.setAttribute('aria-hidden', 'true')
  const shadow = picture.attachShadow({ mode: 'closed' })
  // without the tokens: those of the app are inherited
  shadow.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !isTokens(sheet))
  const copy = view.cloneNode(true) as HTMLElement
  shadow.append(copy)
  picture.style.setProperty('--top', `${view.offsetTop}px`)
  picture.style.setProperty('--start', `${view.offsetLeft}px`)
  picture.style.setProperty('--width', `${view.offsetWidth}px`)
  picture.style.setProperty('--height', `${view.offsetHeight}px`)
  view.parentElement?.append(picture)
  copy.scrollTop = view.scrollTop
  for (const end of ['animationend', 'animationcancel']) picture.addEventListener(end, () => picture.remove())
}

function isTokens(sheet: CSSStyleSheet): boolean {
  return Array.from(sheet.cssRules).some((rule) => rule instanceof CSSLayerBlockRule && rule.name === 'tokens')
}
