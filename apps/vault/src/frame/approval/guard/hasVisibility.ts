/** Whether this browser tells what covers, shades or turns a frame (IntersectionObserver v2). Firefox and Safari do not. */
export function hasVisibility({ IntersectionObserverEntry: entry }: Window & typeof globalThis): boolean {
  return typeof entry === 'function' && 'isVisible' in entry.prototype
}
