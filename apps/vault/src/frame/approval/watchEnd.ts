/** CSS pixels: scrolling ends between whole ones. */
const close = 8

/**
 * Calls once, as soon as the last thing that has to be seen was in sight, at once where nothing hides it: what is closed at the
 * end of a scrolling element, for whoever wants to open it, does not have to be. Returns how to end it.
 */
export function watchEnd(element: HTMLElement, onEnd: () => void): () => void {
  const last = [...element.children].filter((child) => !child.matches('details')).at(-1) ?? element
  let frame = requestAnimationFrame(look)
  const observer = new ResizeObserver(look)
  observer.observe(element)
  element.addEventListener('scroll', look)

  function look(): void {
    const [end, edge] = [last.getBoundingClientRect().bottom, element.getBoundingClientRect().bottom]
    // nothing has an end before it is laid out
    if (element.clientHeight === 0 || end > edge + close) return
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
