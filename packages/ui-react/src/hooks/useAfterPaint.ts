import { useEffect, useState } from 'react'
import { afterPaint } from '../element/afterPaint.js'

/** False in the first painted frame, true after it, where that makes a difference. */
export function useAfterPaint(isNeeded: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => (isNeeded ? afterPaint(() => setPainted(true)) : undefined), [isNeeded])
  return isPainted
}
