import { useEffect, useState } from 'react'
import { useModalInstance } from '../../provider/LatchkeyProvider.js'

/** Milliseconds after which a wallet that shows nothing may need a hand. */
export const slowAfter = 10_000

/** Whether something has been going on for long. */
export function useSlow(isOn: boolean): boolean {
  const { env } = useModalInstance()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const cancel = env.setTimeout(() => setSlow(true), slowAfter)
    return () => {
      cancel()
      setSlow(false)
    }
  }, [env, isOn])
  return isOn && isSlow
}
