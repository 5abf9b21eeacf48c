import { defineConfig } from '@playwright/test'
import config from './playwright.config.js'

/** The tests of the gallery alone, which needs the demo's pages and no services: `npm run e2e -- --grep @look`. */
export default defineConfig(config, {
  testMatch: 'look/*.spec.ts',
  // the shared configuration leaves them to the long run
  grepInvert: [],
  globalSetup: './src/look/startPages.ts',
})
