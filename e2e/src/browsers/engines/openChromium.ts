import type { Browser, Page } from '@playwright/test'
import { type BrowserPage, type Engine, viewport } from '../BrowserPage.js'

/** Wraps the Chromium that Playwright has started and will close. */
export function openChromium(browser: Browser): Engine {
  return {
    name: 'Chromium',
    version: browser.version(),
    newVisitor: async () => {
      const context = await browser.newContext({ viewport })
      return { page: toPage(await context.newPage()), close: () => context.close() }
    },
    close: async () => undefined,
  }
}

function toPage(page: Page): BrowserPage {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    resize: (size) => page.setViewportSize(size),
    evaluate: (run, arg, { frame } = {}) => {
      const target = frame === undefined ? page.mainFrame() : page.frames().find((one) => one.url().startsWith(frame))
      if (!target) throw new Error(`No frame with URL prefix ${frame}.`)
      return target.evaluate(run as never, arg as never)
    },
    moveTo: ({ x, y }) => page.mouse.move(x, y),
    click: ({ x, y }) => page.mouse.click(x, y),
    key: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    screenshot: () => page.screenshot(),
    newPage: async () => toPage(await page.context().newPage()),
    waitForPopup: async (opens) => {
      const [popup] = await Promise.all([page.waitForEvent('popup'), opens()])
      return toPage(popup)
    },
    isClosed: async () => page.isClosed(),
    close: () => page.close(),
    readErrors: async () => errors,
  }
}
