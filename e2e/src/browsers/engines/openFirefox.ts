import { setTimeout as wait } from 'node:timers/promises'
import puppeteer, { type Page } from 'puppeteer-core'
import { type BrowserPage, type Engine, type Key, viewport } from '../BrowserPage.js'

/** Starts Firefox, driven by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // block pop-ups without a click, which is the browser's default but not puppeteer's
    extraPrefsFirefox: { 'dom.disable_open_during_load': true },
  })
  return {
    name: 'Firefox',
    version: (await browser.version()).replace('firefox/', ''),
    newVisitor: async () => {
      const context = await browser.createBrowserContext()
      return { page: await toPage(await context.newPage()), close: () => context.close() }
    },
    close: () => browser.close(),
  }
}

/** In milliseconds. */
const popupLimit = 20_000

async function press({ keyboard }: Page, key: Key): Promise<void> {
  if (key !== 'Shift+Tab') return keyboard.press(key)
  await keyboard.down('Shift')
  await keyboard.press('Tab')
  await keyboard.up('Shift')
}

async function toPage(page: Page): Promise<BrowserPage> {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)))
  await page.setViewport(viewport)
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    resize: (size) => page.setViewport(size),
    evaluate: (run, arg, { frame } = {}) => {
      const target = frame === undefined ? page.mainFrame() : page.frames().find((one) => one.url().startsWith(frame))
      if (!target) throw new Error(`No frame with URL prefix ${frame}.`)
      return target.evaluate(run as never, arg as never)
    },
    moveTo: ({ x, y }) => page.mouse.move(x, y),
    click: ({ x, y }) => page.mouse.click(x, y),
    key: (key) => press(page, key),
    type: (text) => page.keyboard.type(text),
    screenshot: () => page.screenshot(),
    newPage: async () => toPage(await page.browserContext().newPage()),
    waitForPopup: async (opens) => {
      // the page's own event doesn't report windows that a frame opens
      const context = page.browserContext()
      const known = await context.pages()
      await opens()
      for (const end = Date.now() + popupLimit; Date.now() < end; await wait(50)) {
        const added = (await context.pages()).find((one) => !known.includes(one))
        if (added) return toPage(added)
      }
      throw new Error('The page opened no pop-up.')
    },
    isClosed: async () => page.isClosed(),
    close: () => page.close(),
    readErrors: async () => errors,
  }
}
