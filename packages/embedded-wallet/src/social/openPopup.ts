import { PopupBlockedError } from '@latchkey/core/plugin'

/** CSS pixels. [S9.16] */
const [width, height] = [600, 800]

export type OpenPopupOptions = {
  readonly window: Window
  /** Of the secure site, whose waiting page comes first. */
  readonly origin: string
  /** By which that page finds its way to the provider where it has lost sight of this one. */
  readonly id: string
}

/**
 * Opens the window of a login, in the middle of the page's own. To be called within a press, before anything is waited for. Throws
 * `POPUP_BLOCKED`. [S4.10]
 */
export function openPopup({ window, origin, id }: OpenPopupOptions): Window {
  const { screenX = 0, screenY = 0, outerWidth = width, outerHeight = height } = window
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const popup = window.open(`${origin}/loading?popup=${id}`, '_blank', features)
  if (!popup || popup.closed) throw new PopupBlockedError()
  return popup
}
