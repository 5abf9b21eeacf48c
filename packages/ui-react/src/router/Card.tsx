import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'

/** The card: follows the height of its content in 150 ms. [S2.20] */
export function Card({ children }: { readonly children: ReactNode }): ReactElement {
  const card = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!card.current || !content.current) return
    const { dataset } = card.current
    // on the dialog, whose place depends on it too
    const style = card.current.parentElement?.style
    if (!style) return
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      // closed: the next opening starts at its own height, without a movement
      if (height === 0) {
        style.removeProperty('--card-height')
        delete dataset['animate']
        return
      }
      if (style.getPropertyValue('--card-height')) dataset['animate'] = ''
      style.setProperty('--card-height', `${height}px`)
    })
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [])

  return (
    <div className="card" ref={card}>
      <div className="content" ref={content}>
        {children}
      </div>
    </div>
  )
}
