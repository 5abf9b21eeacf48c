import type { Env } from '../../env.js'

/** CSS pixels. [S9.16] */
const [width, height] = [600, 800]

/** A window that is open, and still empty. */
export type PurchaseWindow = {
  /** Leads it to the provider's page. Does nothing where the visitor has closed it. */
  go(url: string): void
  /** Closes it while it is still empty. */
  close(): void
}

/**
 * Opens an empty window in the middle of the page's own. To be called within a press, before anything is waited for. Undefined where the
 * browser opens none. The page that comes into it cannot reach ours.
 */
export function openPurchaseWindow({ window }: Pick<Env, 'window'>): PurchaseWindow | undefined {
  const page = window()
  if (!page) return undefined
  const { screenX = 0, screenY = 0, outerWidth = width, outerHeight = height } = page
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  const popup = page.open('', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!popup || popup.closed) return undefined
  popup.opener = null
  return {
    go: (url) => {
      if (!popup.closed) popup.location.replace(url)
    },
    close: () => popup.close(),
  }
}
