/** Light, dark, or what the system prefers. */
export type Mode = 'auto' | 'light' | 'dark'

const key = 'latchkey-console-mode'

/** Returns the mode that was chosen in this browser. */
export function readMode(): Mode {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto' // storage is blocked
  }
}

/** Shows a mode on this page, without storing it. */
export function showMode(mode: Mode): void {
  if (mode === 'auto') delete document.documentElement.dataset['mode']
  else document.documentElement.dataset['mode'] = mode
}

export function storeMode(mode: Mode): void {
  showMode(mode)
  try {
    localStorage.setItem(key, mode)
  } catch {
    // it lasts until the page is left
  }
}
