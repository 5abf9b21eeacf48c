import { useEffect, useState } from 'react'
import { afterPaint } from '../element/afterPaint.js'

/** False in the first painted frame, true after it. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted
}
