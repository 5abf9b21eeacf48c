/** Tells when the visitor leaves the page for an app, or for what the system asks before it opens one. */
export function watchLeaving(window: Window, onLeave: () => void): () => void {
  const { document } = window
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') onLeave()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('blur', onLeave)
  window.addEventListener('pagehide', onLeave)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('blur', onLeave)
    window.removeEventListener('pagehide', onLeave)
  }
}
