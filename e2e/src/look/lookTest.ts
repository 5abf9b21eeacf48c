import type { GalleryPage } from '@latchkey/demo/gallery'
import { chromiumOptions } from '@latchkey/devnet/chromium'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { watchPage } from '../fixtures/watchPage.js'

declare global {
  interface Window {
    /** Of `showEntry` in the demo. */
    gallery?: {
      readonly modal: {
        getState(): {
          readonly modal: { readonly open: boolean }
          readonly router: { readonly stack: readonly { readonly view: string }[] }
        }
      }
      dress(look: { readonly locale: string; readonly isLong: boolean }): Promise<void>
    }
  }
}

export const desktop = { width: 1_280, height: 800 }

/** The gallery's page of one entry. */
export class LookPage {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  /** The card of the modal, inline or in the dialog. */
  get card(): Locator {
    return this.page.locator('latchkey-modal .card')
  }

  /** Opens an entry, waits until its state is there, and checks that it is the entry's view that is shown. */
  async goto({ view, id }: Pick<GalleryPage, 'view' | 'id'>, more = ''): Promise<void> {
    await this.page.goto(`${process.env['DEMO_URL']}gallery?view=${view}/${id}${more}`)
    const root = this.page.locator('html')
    await expect(root, `${view}/${id}`).toHaveAttribute('data-state', /ready|failed/, { timeout: 30_000 })
    const failure =
      (await root.getAttribute('data-state')) === 'failed' ? ((await this.page.locator('pre').textContent()) ?? '') : ''
    expect.soft(failure.split('\n')[0], `${view}/${id}`).toBe('')
    const shown = await this.page.evaluate(() => window.gallery?.modal.getState().router.stack.at(-1)?.view)
    expect.soft(shown, `the view of ${view}/${id}`).toBe(view)
  }
}

export const test = base.extend<{ readonly look: LookPage }>({
  look: async ({ page }, use) => {
    const errors = await watchPage(page, { hosts: [process.env['DEMO_URL'] ?? ''] })
    await use(new LookPage(page))
    expect(errors).toEqual([])
  },
})

// the same on all machines
test.use({
  colorScheme: 'light',
  locale: 'en-US',
  timezoneId: 'UTC',
  viewport: desktop,
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: chromiumOptions('whole'),
})

export { expect }
