/** CSS pixels: scrolling ends between whole ones. */
const close = 8

/** Calls once, as soon as the end of a scrolling element was in sight: at once where nothing of it is hidden. Returns the end. */
export function watchEnd(element: HTMLElement, onEnd: () => void): () => void {
  let frame = requestAnimationFrame(look)
  const observer = new ResizeObserver(look)
  observer.observe(element)
  element.addEventListener('scroll', look)

  function look(): void {
    const { scrollTop, clientHeight, scrollHeight } = element
    // nothing has an end before it is laid out
    if (clientHeight === 0 || scrollTop + clientHeight < scrollHeight - close) return
    stop()
    onEnd()
  }
  function stop(): void {
    cancelAnimationFrame(frame)
    frame = 0
    observer.disconnect()
    element.removeEventListener('scroll', look)
  }
  return stop
}
