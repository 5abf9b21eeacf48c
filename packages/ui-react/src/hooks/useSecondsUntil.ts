import { useEffect, useReducer } from 'react'
import { useModalInstance } from './LatchkeyProvider.js'

/** Whole seconds until a time in milliseconds since the epoch. Updates every second, never below 0. */
export function useSecondsUntil(end: number | undefined): number | undefined {
  const { env } = useModalInstance()
  const [ticks, tick] = useReducer((count: number) => count + 1, 0)
  const left = end === undefined ? undefined : Math.max(0, Math.ceil((end - env.now()) / 1_000))
  const isRunning = left !== undefined && left > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick waits for the next
  useEffect(() => (isRunning ? env.setTimeout(tick, 1_000) : undefined), [env, isRunning, ticks])

  return left
}
