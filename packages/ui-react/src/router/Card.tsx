import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import { afterPaint } from '../hooks/useShell.js'

/** The card: follows the height of its content in 150 ms. [S2.20] */
export function Card({ children }: { readonly children: ReactNode }): ReactElement {
  const card = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!card.current || !content.current) return
    const { dataset } = card.current
    // on the dialog, whose position depends on it too
    const style = card.current.parentElement?.style
    if (!style) return
    let height = 0
    const setHeight = (): void => style.setProperty('--card-height', `${height}px`)
    let cancel: (() => void) | undefined
    const observer = new ResizeObserver(([entry]) => {
      height = entry?.borderBoxSize[0]?.blockSize ?? 0
      if (style.getPropertyValue('--card-height') && height > 0) {
        dataset['animate'] = ''
        setHeight()
        return
      }
      cancel?.()
      if (height > 0) {
        // the card opens with its own height: the first frame does not wait
        cancel = afterPaint(setHeight)
        return
      }
      // closed: the next opening starts without an animation
      style.removeProperty('--card-height')
      delete dataset['animate']
    })
    observer.observe(content.current)
    return () => {
      observer.disconnect()
      cancel?.()
    }
  }, [])

  return (
    <div className="card" part="card" ref={card}>
      <div className="content" ref={content}>
        {children}
      </div>
    </div>
  )
}
