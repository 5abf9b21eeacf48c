declare global {
  interface Window {
    /** Tells the measurement, which is not in the page. */
    benchTell(text: string): void
  }
}

/**
 * Runs in the page, before its own scripts: tells where the button is as soon as it can be pressed. That is with the
 * first paint, of which it is all there is; browsers drop what is pressed before.
 */
export function announceButton(): void {
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    window.benchTell(JSON.stringify(window.bench.getCentre('button')))
  }).observe({ type: 'paint', buffered: true })
}
