import { type RefObject, useLayoutEffect } from 'react'
import { adopt } from '../theme/applyTheme.js'

/** Adopts the styles of a part that is loaded apart from its view, while it is mounted. */
export function useStyles(css: string, part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const root = part.current?.getRootNode()
    return root instanceof ShadowRoot ? adopt(root, css) : undefined
  }, [css, part])
}
