import type { Browser } from '@playwright/test'
import type { Engine, EngineName } from './BrowserPage.js'
import { openChromium } from './engines/openChromium.js'
import { openFirefox } from './engines/openFirefox.js'
import { openWebKit } from './engines/openWebKit.js'

/** Paths of browsers other than Playwright's; set by `npm run e2e`. */
const variables = { Firefox: 'FIREFOX_PATH', WebKitGTK: 'WEBKIT_DRIVER_PATH' } as const

/** Why a browser can't be opened here, if so. */
export function findObstacle(name: EngineName): string | undefined {
  if (name === 'Chromium' || process.env[variables[name]]) return undefined
  return `No ${name}: ${variables[name]} is not set, and none was found.`
}

export function openEngine(name: EngineName, browser: Browser): Engine | Promise<Engine> {
  if (name === 'Chromium') return openChromium(browser)
  const path = process.env[variables[name]] ?? ''
  return name === 'Firefox' ? openFirefox(path) : openWebKit(path)
}
