import { useEffect, useState } from 'react'

/** False in the first painted frame, true after it, where that makes a difference. */
export function useAfterPaint(isNeeded: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => (isNeeded ? afterPaint(() => setPainted(true)) : undefined), [isNeeded])
  return isPainted
}

/** Runs once the next frame has been painted: for work that it must not wait for. Returns its cancel. */
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
