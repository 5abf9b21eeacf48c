import { useEffect, useState } from 'react'

/** False in the first painted frame and true after it, if needed; else always false. */
export function useAfterPaint(isNeeded: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => (isNeeded ? afterPaint(() => setPainted(true)) : undefined), [isNeeded])
  return isPainted
}

/** Runs a callback after the next frame is painted, for work that must not delay it. Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
