declare global {
  interface Window {
    /** Notifies the measurement, which runs outside the page. */
    benchReport(text: string): void
  }
}

/**
 * Runs in the page before its own scripts: reports the button's position as soon as it can be clicked. That is with the
 * first paint, which shows nothing else; browsers drop earlier clicks.
 */
export function announceButton(): void {
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    window.benchReport(JSON.stringify(window.bench.getCentre('button')))
  }).observe({ type: 'paint', buffered: true })
}
