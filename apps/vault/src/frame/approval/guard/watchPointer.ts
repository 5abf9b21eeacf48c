/** What is kept of an event: where the pointer is on the screen, and where in the frame. */
type Place = Pick<PointerEvent, 'screenX' | 'screenY' | 'clientX' | 'clientY'>

export type PointerWatch = {
  /** Since when the pointer is in the frame, which has not moved under it; null where it is not. Milliseconds of `performance`. */
  settledSince(): number | null
  stop(): void
}

/**
 * Follows the mouse. No browser tells a frame where it stands on the page, but a frame that is moved under a pointer sees it jump,
 * or appear, without the hand having moved that far.
 */
export function watchPointer({ document, performance }: Window): PointerWatch {
  const end = new AbortController()
  let last: Place | null = null
  let since: number | null = null

  const follow = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') return
    if (last === null || isJump(last, event)) since = performance.now()
    const { screenX, screenY, clientX, clientY } = event
    last = { screenX, screenY, clientX, clientY }
  }
  const leave = (): void => {
    last = null
    since = null
  }
  for (const name of ['pointerover', 'pointermove', 'pointerdown'] as const)
    document.addEventListener(name, follow, { capture: true, signal: end.signal })
  document.documentElement.addEventListener('pointerleave', leave, { signal: end.signal })
  return { settledSince: () => since, stop: () => end.abort() }
}

function isJump(before: Place, after: Place): boolean {
  return (
    isFar(after.screenX - before.screenX, after.clientX - before.clientX) ||
    isFar(after.screenY - before.screenY, after.clientY - before.clientY)
  )
}

/** Pages are zoomed between a quarter and five times; a few pixels are lost by rounding. */
function isFar(onScreen: number, inFrame: number): boolean {
  const [least, most] = [onScreen / 5, onScreen * 4].toSorted((a, b) => a - b)
  return inFrame < (least ?? 0) - 3 || inFrame > (most ?? 0) + 3
}
