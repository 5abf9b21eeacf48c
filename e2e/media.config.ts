import { chromiumOptions } from '@latchkey/devnet/chromium'
import { defineConfig } from '@playwright/test'
import config from './playwright.config.js'

/** Makes the pictures of the README: `npm run e2e -- --config e2e/media.config.ts`. */
export default defineConfig(config, {
  testMatch: '**/*.media.ts',
  globalSetup: './src/fixtures/startServers.ts',
  workers: 1,
  timeout: 120_000,
  reporter: 'list',
  use: { launchOptions: chromiumOptions('whole') },
})
